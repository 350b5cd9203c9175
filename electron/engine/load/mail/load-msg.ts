// Outlook's message files: the same lines, body and names of attachments as any other mail.
import * as msgreader from '@kenjiuno/msgreader';
import { parseDocument } from 'htmlparser2';
import { AppError } from '../../../../shared/errors.js';
import { shorten } from '../blocks.js';
import { decodeText } from '../decode-text.js';
import { HtmlTextWriter } from '../html/html-text-writer.js';
import { findMain } from '../html/main-content.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { paragraphBlocks } from '../load-txt.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';

const maxDepth = 10;

type FieldsData = msgreader.FieldsData;
type ReaderClass = typeof msgreader.default;

/** A CommonJS package: for Node its class stands one level deeper than for a bundler. */
function readerClass(): ReaderClass {
  const { default: found } = msgreader as { readonly default: ReaderClass | { readonly default: ReaderClass } };
  return 'default' in found ? found.default : found;
}

export const loadMsg: Loader = async (bytes) => {
  const Reader = readerClass();
  const fields = new Reader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)).getFileData();
  if (fields.error !== undefined) throw new AppError('damaged', 'This message is damaged and could not be read.');
  const writer = new TextWriter();
  writeFields(writer, fields, [], 0);
  const { text, blocks } = writer;
  return textDocument({
    text,
    type: 'msg',
    title: subjectOf(fields) || null,
    blocks,
  });
};

function writeFields(writer: TextWriter, fields: FieldsData, above: readonly string[], depth: number): void {
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
  writeBody(writer, fields, path);
  const attachments = fields.attachments?.filter(({ attachmentHidden }) => attachmentHidden !== true) ?? [];
  const names = attachments.map(nameOf).filter((name) => name !== '');
  if (names.length > 0) writer.add(`Attachments: ${names.join(', ')}`, { kind: 'paragraph', headingPath: path });
  for (const { innerMsgContentFields: inner } of attachments) {
    if (inner !== undefined && depth < maxDepth) writeFields(writer, inner, path, depth + 1);
  }
}

function writeBody(writer: TextWriter, fields: FieldsData, path: readonly string[]): void {
  const plain = plainLines(fields.body ?? '');
  if (plain.trim() !== '') {
    writer.addText(plain, paragraphBlocks(plain), path);
    return;
  }
  const html = fields.bodyHtml ?? (fields.html === undefined ? '' : decodeText(fields.html, charsetOf(fields)).text);
  const written = new HtmlTextWriter(findMain(parseDocument(plainLines(html)))).write();
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
