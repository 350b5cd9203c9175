// One message in a file (eml, Apple Mail's emlx, saved web pages in MIME).
import type { Loader } from '../load-context.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';
import { writeMessage } from './write-message.js';

export const loadEml: Loader = async (bytes) => {
  const writer = new TextWriter();
  const { subject, encoding, note } = await writeMessage(messageOnly(bytes), writer, {
    isSection: false,
    hasFromMarks: false,
  });
  const { text, blocks } = writer;
  return textDocument({
    text,
    type: 'eml',
    title: subject,
    encoding,
    blocks,
    note,
  });
};

/**
 * Apple Mail writes the message's length on a line before it, mailboxes a `From ` line. Blank lines there would end the
 * headers at once.
 */
export function messageOnly(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_000)).toString('latin1');
  const count = /^(?:(\d{1,10})[ \t]*\r?\n|\xef\xbb\xbf)?\s*(?:From [^\n]*\n)?/.exec(head);
  const start = count?.[0].length ?? 0;
  const length = count?.[1] === undefined ? bytes.length : Number(count[1]);
  return bytes.subarray(start, Math.min(bytes.length, start + length));
}
