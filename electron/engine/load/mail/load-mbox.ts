// A mailbox file: many messages, each a section with its subject. One message is taken apart at a time.
import type { DocumentReason } from '../../../../shared/errors.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import type { LoadedDocument } from '../loaded-document.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';
import { type WrittenMessage, writeMessage } from './write-message.js';

const newline = 0x0a;
const fromLine = Buffer.from('\nFrom ');

export const loadMbox: Loader = async (bytes, { onProgress, signal }) => {
  const writer = new TextWriter();
  let note: LoadedDocument['note'] = null;
  let encoding: string | null = null;
  let messages = 0;
  let reason: DocumentReason | null = null;
  let inPart = 0;
  for (const message of messagesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    signal.throwIfAborted();
    if (writer.length > loadLimits.maxMailTextCharacters) {
      note = { reason: 'too-large', message: `Only the first ${messages} messages of this mailbox were read.` };
      break;
    }
    const written = await writeOne(message, writer);
    encoding ??= written.encoding;
    if (written.note !== null) {
      reason ??= written.note.reason;
      inPart++;
    }
    messages++;
    onProgress();
  }
  if (reason !== null)
    note ??= { reason, message: `Of this mailbox, ${inPart} of ${messages} messages were read in part only.` };
  const { text, blocks } = writer;
  return textDocument({
    text,
    type: 'mbox',
    encoding,
    blocks,
    note,
  });
};

/** One message that cannot be read does not take the mailbox with it. */
async function writeOne(message: Buffer, writer: TextWriter): Promise<Pick<WrittenMessage, 'encoding' | 'note'>> {
  try {
    return await writeMessage(message, writer, { isSection: true, hasFromMarks: true });
  } catch {
    return { encoding: null, note: { reason: 'damaged', message: 'This message is damaged.' } };
  }
}

/** Views of the bytes of each message, without its `From ` line. */
export function* messagesOf(bytes: Buffer): Generator<Buffer> {
  let start = lineEnd(bytes, 0);
  for (let at = nextFrom(bytes, start); start < bytes.length; at = nextFrom(bytes, start)) {
    yield bytes.subarray(start, at === -1 ? bytes.length : at);
    start = at === -1 ? bytes.length : lineEnd(bytes, at + 1);
  }
}

/** The line break before the next `From ` line: one that stands after a blank line and before a header. */
function nextFrom(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(fromLine, from); at !== -1; at = bytes.indexOf(fromLine, at + 1)) {
    const before = bytes[at - 1] === 0x0d ? bytes[at - 2] : bytes[at - 1];
    const isAfterBlank = before === newline || at <= from;
    const next = lineEnd(bytes, at + 1);
    if (isAfterBlank && /^[!-9;-~]{1,100}:/.test(bytes.toString('latin1', next, next + 102))) return at;
  }
  return -1;
}

function lineEnd(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(newline, from);
  return at === -1 ? bytes.length : at + 1;
}
