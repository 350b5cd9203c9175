// Outlook's message files: the same lines, body and names of attachments as any other mail.
import type { FieldsData } from '@kenjiuno/msgreader';
import { shorten } from '../blocks.js';
import { decodeText } from '../decode-text.js';
import { HtmlTextWriter } from '../html/html-text-writer.js';
import { findMain } from '../html/main-content.js';
import { parsePage } from '../html/parse-page.js';
import type { LoadContext, Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { paragraphBlocks } from '../load-txt.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';
import { openMsg } from './open-msg.js';
import { readRichBody } from './rich-body.js';

export const loadMsg: Loader = async (bytes, context) => {
  const { fields } = openMsg(bytes);
  const writer = new TextWriter();
  await writeFields(writer, fields, { path: [], depth: 0, context });
  const { text, blocks } = writer;
  return textDocument({
    text,
    type: 'msg',
    title: subjectOf(fields) || null,
    blocks,
  });
};

interface Place {
  readonly path: readonly string[];
  readonly depth: number;
  readonly context: LoadContext;
}

async function writeFields(
  writer: TextWriter,
  fields: FieldsData,
  { path: above, depth, context }: Place,
): Promise<void> {
  const subject = subjectOf(fields);
  const hasHeading = depth > 0 && subject !== '';
  const path = hasHeading ? [...above, subject].slice(-loadLimits.maxHeadingLevels) : above;
  if (hasHeading) writer.add(subject, { kind: 'heading', headingPath: path });
  const lines: readonly (readonly [string, string])[] = [
    ['From', addressOf(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
    ['To', recipientsOf(fields, 'to')],
    ['Cc', recipientsOf(fields, 'cc')],
    ['Date', fields.clientSubmitTime ?? fields.messageDeliveryTime ?? ''],
    ['Subject', hasHeading ? '' : subject],
  ];
  const words = lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  writer.add(words.join('\n'), { kind: 'paragraph', headingPath: path });
  await writeBody(writer, fields, path, context);
  const attachments = fields.attachments?.filter(({ attachmentHidden }) => attachmentHidden !== true) ?? [];
  const names = attachments.map(nameOf).filter((name) => name !== '');
  if (names.length > 0) writer.add(`Attachments: ${names.join(', ')}`, { kind: 'paragraph', headingPath: path });
  for (const { innerMsgContentFields: inner } of attachments) {
    if (inner !== undefined && depth < loadLimits.maxMessageDepth)
      await writeFields(writer, inner, { path, depth: depth + 1, context });
  }
}

async function writeBody(
  writer: TextWriter,
  fields: FieldsData,
  path: readonly string[],
  context: LoadContext,
): Promise<void> {
  const plain = plainLines(fields.body ?? '');
  if (plain.trim() !== '') {
    writer.addText(plain, paragraphBlocks(plain), path);
    return;
  }
  const html = fields.bodyHtml ?? (fields.html === undefined ? '' : decodeText(fields.html, charsetOf(fields)).text);
  const rich = html.trim() === '' ? await readRichBody(fields.compressedRtf, context) : null;
  const written = rich ?? new HtmlTextWriter(findMain(parsePage(plainLines(html)))).write();
  writer.addText(written.text, written.blocks, path);
}

function charsetOf({ internetCodepage }: FieldsData): string | null {
  return internetCodepage === undefined ? null : internetCodepage === 65001 ? 'utf-8' : `cp${internetCodepage}`;
}

function subjectOf({ subject }: FieldsData): string {
  return shorten(subject ?? '', loadLimits.maxHeadingCharacters);
}

function recipientsOf({ recipients }: FieldsData, kind: 'to' | 'cc'): string {
  const found = recipients?.filter(({ recipType }) => recipType === kind) ?? [];
  return found.map(({ name, smtpAddress, email }) => addressOf(name, smtpAddress ?? email)).join(', ');
}

/** `Name <address>`; Exchange's internal addresses (`/O=…`) say nothing to a reader. */
function addressOf(name: string | undefined, address: string | undefined): string {
  const known = address === undefined || address.startsWith('/') ? '' : address.trim();
  const words = (name ?? '').replace(/[\s\0]+/g, ' ').trim();
  if (words === '' || words === known) return known;
  return known === '' ? words : `${words} <${known}>`;
}

function nameOf({ fileName, fileNameShort, name }: FieldsData): string {
  return shorten((fileName ?? fileNameShort ?? name ?? '').replaceAll('\0', ''), loadLimits.maxHeadingCharacters);
}

function plainLines(words: string): string {
  return words.replace(/\r\n?/g, '\n').replaceAll('\0', ' ');
}
