// A message as its reader sees it: who, when and about what, then the body, then the names of what is attached.
import libmime from 'libmime';
import { shorten } from '../blocks.js';
import { decodeText, findEncoding } from '../decode-text.js';
import { HtmlTextWriter } from '../html/html-text-writer.js';
import { findMain } from '../html/main-content.js';
import { parsePage } from '../html/parse-page.js';
import { loadLimits } from '../load-limits.js';
import { paragraphBlocks } from '../load-txt.js';
import type { TextWriter } from '../text-writer.js';
import { type MessageHeaders, splitMessage, type TextPart } from './split-message.js';

export interface WrittenMessage {
  readonly subject: string | null;
  /** Of its first text; null where it has none. */
  readonly encoding: string | null;
}

export interface MessageStyle {
  /** In a file of many messages each is a section with its subject as heading. */
  readonly isSection: boolean;
  /** Mailbox files mark lines that begin with `From ` by a `>`. */
  readonly hasFromMarks: boolean;
}

const headerNames = ['From', 'To', 'Cc', 'Date', 'Subject'] as const;
/** Plain text that is this many times shorter than the HTML beside it only says that the message is in HTML. */
const stubRatio = 20;

export async function writeMessage(
  bytes: Uint8Array,
  writer: TextWriter,
  style: MessageStyle,
): Promise<WrittenMessage> {
  const parts = await splitMessage(bytes);
  const seen = partsToShow(parts.filter((part) => part.kind === 'text'));
  let path: readonly string[] = [];
  let above: readonly string[] = [];
  let subject: string | null = null;
  let encoding: string | null = null;
  const attachments: string[] = [];
  for (const part of parts) {
    if (part.kind === 'message') {
      const isOwn = part.depth === 0;
      const ownSubject = headerWords(part.headers, 'Subject');
      if (isOwn) subject = ownSubject === '' ? null : shorten(ownSubject, loadLimits.maxHeadingCharacters);
      above = path.slice(0, Math.max(0, part.depth - (style.isSection ? 0 : 1)));
      path = writeHeaders(writer, part.headers, above, !isOwn || style.isSection);
    } else if (part.kind === 'attachment') {
      attachments.push(shorten(headerLine(part.name), loadLimits.maxHeadingCharacters));
    } else if (seen.has(part)) {
      const { text, encoding: own } = decodePart(part);
      encoding ??= own;
      writeBody(writer, part, style.hasFromMarks ? withoutFromMarks(text) : text, path);
    }
  }
  if (attachments.length > 0) {
    writer.add(`Attachments: ${attachments.join(', ')}`, { kind: 'paragraph', headingPath: path });
  }
  return { subject, encoding };
}

/** Returns the heading path of what follows. */
function writeHeaders(
  writer: TextWriter,
  headers: MessageHeaders,
  above: readonly string[],
  hasHeading: boolean,
): readonly string[] {
  const subject = headerWords(headers, 'Subject');
  const heading = shorten(subject === '' ? headerWords(headers, 'From') : subject, loadLimits.maxHeadingCharacters);
  const path = hasHeading && heading !== '' ? [...above, heading].slice(-loadLimits.maxHeadingLevels) : above;
  if (path !== above) writer.add(heading, { kind: 'heading', headingPath: path });
  const lines = headerNames
    .filter((name) => !(hasHeading && name === 'Subject'))
    .map((name) => [name, headerWords(headers, name)] as const)
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `${name}: ${words}`);
  writer.add(lines.join('\n'), { kind: 'paragraph', headingPath: path });
  return path;
}

function headerWords(headers: MessageHeaders, name: string): string {
  return shorten(headerLine(libmime.decodeWords(headers(name))), loadLimits.maxHeaderLineCharacters);
}

/** Headers with raw eight-bit letters come as one character a byte: read as the text that they are. */
function headerLine(words: string): string {
  const isRaw = /[\x80-\xff]/.test(words) && !/[^\0-\xff]/.test(words);
  const line = isRaw ? rawWords(words) : words;
  return line.replace(/[\s\0]+/g, ' ').trim();
}

function rawWords(words: string): string {
  const bytes = Buffer.from(words, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? words : text;
}

/** Of the parts of each alternative the plain text, or the HTML where the plain text is missing or only a stub. */
function partsToShow(texts: readonly TextPart[]): ReadonlySet<TextPart> {
  const shown = new Set<TextPart>(texts.filter(({ alternative }) => alternative === null));
  const groups = new Map<number, TextPart[]>();
  for (const part of texts) {
    if (part.alternative === null) continue;
    const group = groups.get(part.alternative) ?? [];
    group.push(part);
    groups.set(part.alternative, group);
  }
  for (const group of groups.values()) {
    const plain = group.filter(({ isHtml }) => !isHtml);
    const html = group.filter(({ isHtml }) => isHtml);
    const plainSize = plain.reduce((size, { bytes }) => size + bytes.filter((byte) => byte > 0x20).length, 0);
    const htmlSize = html.reduce((size, { bytes }) => size + bytes.length, 0);
    const isStub = html.length > 0 && (plainSize === 0 || (plainSize < 200 && plainSize * stubRatio < htmlSize));
    for (const part of isStub ? html : plain.length > 0 ? plain : html) shown.add(part);
  }
  return shown;
}

function decodePart({ bytes, charset }: TextPart): { readonly text: string; readonly encoding: string | null } {
  // A part that holds no text after all is left out; the rest of the message is read.
  if (bytes.length === 0 || findEncoding(bytes, charset) === null) return { text: '', encoding: null };
  return decodeText(bytes, charset);
}

function writeBody(writer: TextWriter, { isHtml, flow }: TextPart, text: string, path: readonly string[]): void {
  if (isHtml) {
    const written = new HtmlTextWriter(findMain(parsePage(text))).write();
    writer.addText(written.text, written.blocks, path);
    return;
  }
  const words = flow === 'none' ? text : libmime.decodeFlowed(text, flow === 'flowed-without-spaces');
  writer.addText(words, paragraphBlocks(words), path);
}

function withoutFromMarks(text: string): string {
  return text.replace(/^>(>*From )/gm, '$1');
}
