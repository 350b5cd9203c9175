// Telling mail by its content: header lines at the start, or Outlook's compound file with message properties in it.
import { isOle, oleStreams } from '../office/ole.js';

const headBytes = 4_096;
/** A directory name that every Outlook message has. */
const propertiesName = '__properties_version1.0';
const envelopeName =
  /^(?:from|to|cc|subject|date|sender|received|return-path|delivered-to|message-id|mime-version|reply-to|x-[\w-]+|content-[\w-]+):/i;

/** `mbox` where the first line begins a message of many, `eml` where header lines of mail come first. */
export function mailTypeOf(bytes: Uint8Array): 'mbox' | 'eml' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  if (/^(?:\r?\n)*From \S[^\n]*\n[!-9;-~]+:/.test(head)) return 'mbox';
  const lines = head.replace(/^(?:\d+[ \t]*\r?\n|\s+|\xef\xbb\xbf)/, '').split(/\r?\n/);
  let known = 0;
  for (const line of lines) {
    if (envelopeName.test(line)) known++;
    else if (!/^(?:[!-9;-~]+:|[ \t]+\S)/.test(line)) break;
  }
  return known >= 2 ? 'eml' : null;
}

/** Other compound files (older Word and Excel) have no message properties of their own; a message that is embedded there lies deeper. */
export function isOutlookMessage(bytes: Uint8Array): boolean {
  if (!isOle(bytes)) return false;
  const streams = oleStreams(bytes);
  if (streams.size > 0) return streams.has(propertiesName);
  // Damaged beyond its directory.
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(propertiesName, 'utf16le'));
}
