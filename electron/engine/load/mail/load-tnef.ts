// `winmail.dat`: the message that Outlook wrapped, with its lines, body and names of attachments as any other mail.
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
import { type MapiProperties, mapiTags } from './mapi-properties.js';
import { readRichBody } from './rich-body.js';
import { damagedError, readTnef, type TnefAttachment, type TnefMessage } from './tnef.js';

export const loadTnef: Loader = async (bytes, context) => {
  const message = readTnef(bytes);
  const { properties, subject: oldSubject } = message;
  const writer = new TextWriter();
  const subject = shorten(oldSubject || wordsOf(properties, 'subject'), loadLimits.maxHeadingCharacters);
  const [sender, address] = [wordsOf(properties, 'senderName'), wordsOf(properties, 'senderAddress')];
  const lines: readonly (readonly [string, string])[] = [
    ['From', address.includes('@') && address !== sender ? `${sender} <${address}>`.trim() : sender],
    ['To', wordsOf(properties, 'to')],
    ['Cc', wordsOf(properties, 'copies')],
    ['Date', dateOf(properties)],
    ['Subject', subject],
  ];
  const words = lines.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  writer.add(words.join('\n'), { kind: 'paragraph' });
  await writeBody(writer, message, context);
  const names = message.attachments.map(nameOfAttachment).filter((name) => name !== '');
  if (names.length > 0) writer.add(`Attachments: ${names.join(', ')}`, { kind: 'paragraph' });
  const { text, blocks } = writer;
  if (!message.isWhole && blocks.length === 0) throw damagedError();
  const note = message.isWhole
    ? null
    : ({ reason: 'damaged', message: 'This message is cut short: parts of it may be missing.' } as const);
  return textDocument({ text, type: 'tnef', title: subject || null, blocks, note });
};

/** The plain text, else the page, else the rich text. */
async function writeBody(writer: TextWriter, message: TnefMessage, context: LoadContext): Promise<void> {
  const { properties } = message;
  const plain = (message.body || wordsOf(properties, 'body')).replace(/\r\n?/g, '\n');
  if (plain.trim() !== '') {
    writer.addText(plain, paragraphBlocks(plain));
    return;
  }
  const page = properties.get(mapiTags.htmlBody);
  const html = page instanceof Uint8Array ? decodeText(page, message.encoding).text : (page ?? '');
  const packed = properties.get(mapiTags.richBody);
  const rich = html.trim() === '' && packed instanceof Uint8Array ? await readRichBody(packed, context) : null;
  const written = rich ?? new HtmlTextWriter(findMain(parsePage(html.replaceAll('\0', ' ')))).write();
  writer.addText(written.text, written.blocks);
}

export function nameOfAttachment({ properties, title }: TnefAttachment): string {
  const name = wordsOf(properties, 'attachedLongName') || title || wordsOf(properties, 'attachedName');
  return shorten(name || wordsOf(properties, 'displayName'), loadLimits.maxHeadingCharacters);
}

function wordsOf(properties: MapiProperties, name: keyof typeof mapiTags): string {
  const value = properties.get(mapiTags[name]);
  return typeof value === 'string' ? value.replace(name === 'body' ? /\0/g : /[\s\0]+/g, ' ').trim() : '';
}

/** Counted in tenths of a microsecond since 1601. */
function dateOf(properties: MapiProperties): string {
  const bytes = properties.get(mapiTags.submitted) ?? properties.get(mapiTags.delivered);
  if (!(bytes instanceof Uint8Array) || bytes.length < 8) return '';
  const ticks = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true);
  const date = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
  return Number.isNaN(date.getTime()) ? '' : date.toUTCString();
}
