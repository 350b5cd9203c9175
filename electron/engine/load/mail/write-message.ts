// A message as its reader sees it: who, when and about what, then the body, then the names of what is attached.
import libmime from 'libmime';
import { shorten } from '../blocks.js';
import { decodeText, findEncoding } from '../decode-text.js';
import { HtmlTextWriter } from '../html/html-text-writer.js';
import { findMain } from '../html/main-content.js';
import { parsePage } from '../html/parse-page.js';
import { loadLimits } from '../load-limits.js';
import { paragraphBlocks } from '../load-txt.js';
import type { LoadedDocument } from '../loaded-document.js';
import type { TextWriter } from '../text-writer.js';
import { type MessageHeaders, splitMessage, type TextPart } from './split-message.js';
import { calendarWords, enrichedWords } from './text-format.js';

export interface WrittenMessage {
  readonly subject: string | null;
  /** Of its first text; null where it has none. */
  readonly encoding: string | null;
  /** Set where something of it was left out. */
  readonly note: LoadedDocument['note'];
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

const tooLongNote = {
  reason: 'too-large',
  message: 'This message has too many parts or too long headers: some of them were left out.',
} as const;
const binaryNote = { reason: 'unsupported', message: 'A part of this message that is no text was left out.' } as const;

export async function writeMessage(
  bytes: Uint8Array,
  writer: TextWriter,
  style: MessageStyle,
): Promise<WrittenMessage> {
  const { parts, isWhole } = await splitMessage(bytes);
  const seen = partsToShow(parts.filter((part) => part.kind === 'text'));
  let path: readonly string[] = [];
  let above: readonly string[] = [];
  let subject: string | null = null;
  let encoding: string | null = null;
  let note: LoadedDocument['note'] = isWhole ? null : tooLongNote;
  let hasBody = false;
  const attachments: string[] = [];
  for (const part of parts) {
    if (part.kind === 'message') {
      const isOwn = part.depth === 0;
      if (isOwn) subject = shorten(headerWords(part.headers, 'Subject'), loadLimits.maxHeadingCharacters) || null;
      above = path.slice(0, Math.max(0, part.depth - (style.isSection ? 0 : 1)));
      path = writeHeaders(writer, part.headers, above, !isOwn || style.isSection);
    } else if (part.kind === 'attachment') {
      attachments.push(shorten(headerLine(part.name), loadLimits.maxHeadingCharacters));
    } else if (seen.has(part)) {
      const { text, encoding: own } = decodePart(part);
      encoding ??= own;
      if (own === null) note ??= noteOfUnread(part);
      const lengthBefore = writer.length;
      writeBody(writer, part, { text: style.hasFromMarks ? withoutFromMarks(text) : text, path, hasBody });
      hasBody ||= writer.length > lengthBefore;
    }
  }
  if (attachments.length > 0) {
    writer.add(`Attachments: ${attachments.join(', ')}`, { kind: 'paragraph', headingPath: path });
  }
  return { subject, encoding, note };
}

function noteOfUnread({ bytes }: TextPart): LoadedDocument['note'] {
  return bytes.length === 0 ? null : binaryNote;
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

/**
 * Of the parts of each alternative the plain text, or the HTML where the plain text is missing or only a stub, or what else
 * there is. An invitation is shown beside them: often it alone says where and when.
 */
function partsToShow(texts: readonly TextPart[]): ReadonlySet<TextPart> {
  const shown = new Set<TextPart>();
  const groups = new Map<number, TextPart[]>();
  for (const part of texts) {
    if (part.alternative === null || part.format === 'calendar') shown.add(part);
    else groups.set(part.alternative, [...(groups.get(part.alternative) ?? []), part]);
  }
  for (const group of groups.values()) {
    const plain = group.filter(({ format }) => format === 'plain');
    const html = group.filter(({ format }) => format === 'html');
    const rest = group.filter(({ format }) => format !== 'plain' && format !== 'html');
    const plainSize = wordBytes(plain);
    const htmlSize = html.reduce((size, { bytes }) => size + bytes.length, 0);
    const isStub = html.length > 0 && (plainSize === 0 || (plainSize < 200 && plainSize * stubRatio < htmlSize));
    const best = isStub || plain.length === 0 ? html : plain;
    for (const part of wordBytes(best) === 0 && rest.length > 0 ? rest : best) shown.add(part);
  }
  return shown;
}

function wordBytes(parts: readonly TextPart[]): number {
  return parts.reduce((size, { bytes }) => size + bytes.filter((byte) => byte > 0x20).length, 0);
}

function decodePart({ bytes, charset }: TextPart): { readonly text: string; readonly encoding: string | null } {
  // A part that holds no text after all is left out; the rest of the message is read.
  if (bytes.length === 0 || findEncoding(bytes, charset) === null) return { text: '', encoding: null };
  return decodeText(bytes, charset);
}

interface Body {
  readonly text: string;
  readonly path: readonly string[];
  /** Something of the message is written already, which an invitation would only say again. */
  readonly hasBody: boolean;
}

function writeBody(writer: TextWriter, { format, flow }: TextPart, { text, path, hasBody }: Body): void {
  if (format === 'html') {
    const written = new HtmlTextWriter(findMain(parsePage(text))).write();
    writer.addText(written.text, written.blocks, path);
    return;
  }
  const words = plainWords(format, text, hasBody);
  const lines = flow === 'none' ? words : libmime.decodeFlowed(words, flow === 'flowed-without-spaces');
  writer.addText(lines, paragraphBlocks(lines), path);
}

function plainWords(format: TextPart['format'], text: string, hasBody: boolean): string {
  if (format === 'calendar') return calendarWords(text, { withDescription: !hasBody });
  return format === 'enriched' ? enrichedWords(text) : text;
}

function withoutFromMarks(text: string): string {
  return text.replace(/^>(>*From )/gm, '$1');
}
