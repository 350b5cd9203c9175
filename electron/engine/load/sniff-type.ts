// What a file is, told by its content first and by its name second.
import { findEncoding } from './decode-text.js';
import { officeTypeOfExtension, officeTypes, sniffOffice } from './office/sniff-office.js';

export const loadableTypes = [
  'txt',
  'md',
  'csv',
  'tsv',
  'json',
  'html',
  'pdf',
  ...officeTypes, //
] as const;
export type LoadableType = (typeof loadableTypes)[number];

const typeOfExtension: ReadonlyMap<string, LoadableType> = new Map([
  ['txt', 'txt'],
  ['text', 'txt'],
  ['log', 'txt'],
  ['md', 'md'],
  ['markdown', 'md'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['json', 'json'],
  ['html', 'html'],
  ['htm', 'html'],
  ['pdf', 'pdf'],
]);

const headBytes = 1_024;

/** Lower-case extension of a file's name without the dot; empty where it has none. */
export function extensionOf(path: string): string {
  return /[^/\\]\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * The type to load a file as, or null where there is no loader for it.
 * A PDF is one under any name; text named `.pdf` is text; what is binary and no PDF is nothing that can be read.
 */
export function sniffType(bytes: Uint8Array, extension: string): LoadableType | null {
  if (isPdf(bytes)) return 'pdf';
  const office = sniffOffice(bytes, extension);
  if (office !== null) return office;
  const namedOffice = officeTypeOfExtension(extension);
  if (namedOffice !== null) return textUnderOfficeName(bytes, namedOffice) ?? namedOffice;
  const named = typeOfExtension.get(extension);
  if (named === undefined) return null;
  const isText = findEncoding(bytes) !== null;
  if (named !== 'pdf') return isText ? named : null;
  if (!isText || /\d+ \d+ obj\b/.test(latin1(bytes.subarray(0, headBytes)))) return 'pdf';
  return startsWithMarkup(bytes) ? 'html' : 'txt';
}

/** Web pages and tables are often saved under Word's and Excel's names, and open there; null where the bytes are no text. */
function textUnderOfficeName(bytes: Uint8Array, named: LoadableType): LoadableType | null {
  if (findEncoding(bytes) === null) return null;
  if (startsWithMarkup(bytes)) return 'html';
  return named === 'xls' || named === 'xlsx' || named === 'ods' ? 'csv' : 'txt';
}

/** The header may stand a little behind the start: mail gateways and servers leave junk before it. */
function isPdf(bytes: Uint8Array): boolean {
  const head = latin1(bytes.subarray(0, headBytes));
  const at = head.indexOf('%PDF-');
  return at !== -1 && (at === 0 || !/[\p{L}]{3}/u.test(head.slice(0, at)));
}

function startsWithMarkup(bytes: Uint8Array): boolean {
  return /^\W*<(?:!doctype html|html|head|body)\b/i.test(latin1(bytes.subarray(0, headBytes)));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
