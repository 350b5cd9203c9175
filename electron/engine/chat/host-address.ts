// The base address of the host that writes answers: what of it may be used.
import { defaultBaseUrl } from '../../../shared/domain/chat-models.js';
import { AppError } from '../../../shared/errors.js';

export interface HostAddress {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Host and port, to be shown. */
  readonly host: string;
  readonly needsKey: boolean;
  /** It is the API's own: it is known to give citation parts. */
  readonly isOfficial: boolean;
}

/**
 * Any https address, and http where nothing leaves the computer. A user name or password in it would end in logs of
 * others, and a query or fragment would be lost.
 * @throws AppError `address-refused`
 */
export function readHostAddress(text: string): HostAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw refused('The base address is not a web address. Enter one that begins with https://.');
  if (url.username !== '' || url.password !== '')
    throw refused('The base address holds a name or password. Leave it out: the key has a field of its own.');
  if (url.search !== '' || url.hash !== '')
    throw refused('The base address ends in a question or a mark (? or #). Leave that part out.');
  const isLocal = isLoopback(url.hostname);
  if (url.protocol === 'http:' && !isLocal)
    throw refused('The base address sends over http what others could read on the way. Use https.');
  const isOfficial = url.origin === new URL(defaultBaseUrl).origin;
  // People paste the address with the API's version, which the path of each call already has.
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/v1(\/messages)?$/u, '');
  return { baseUrl: url.origin + path, host: url.host, needsKey: isOfficial, isOfficial };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname);
}

function refused(message: string): AppError {
  return new AppError('address-refused', message);
}
