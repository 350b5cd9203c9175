// Which addresses are ours: what the window may load, and who may call main. Compared by parsed parts, never by substring.
import { appHost } from './app-responses.js';

/** True for the page's own scheme and host, for data it made itself, and nothing else. */
export function isOwnRequest(address: string): boolean {
  const url = parse(address);
  if (url === null) return false;
  if (url.protocol === 'data:') return true;
  if (url.protocol === 'blob:') return isOwnPage(url.pathname);
  return isOwn(url);
}

/** True when `address` is a page of ours. */
export function isOwnPage(address: string): boolean {
  const url = parse(address);
  return url !== null && isOwn(url);
}

/** The scheme of a refused address as a word for the log. */
export function schemeWord(address: string): 'http' | 'https' | 'ws' | 'wss' | 'file' | 'other' {
  const scheme = parse(address)?.protocol.slice(0, -1);
  return scheme === 'http' || scheme === 'https' || scheme === 'ws' || scheme === 'wss' || scheme === 'file'
    ? scheme
    : 'other';
}

export interface CallSender {
  /** The caller's contents are those of our own, living window. */
  readonly isOurWindow: boolean;
  readonly isTopFrame: boolean;
  readonly url: string;
}

/** Only the top frame of our window on our own scheme may call main. */
export function isTrustedSender({ isOurWindow, isTopFrame, url }: CallSender): boolean {
  return isOurWindow && isTopFrame && isOwnPage(url);
}

function isOwn(url: URL): boolean {
  return url.protocol === 'app:' && url.host === appHost && url.username === '' && url.password === '';
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
