// What a file is, told by its content first and by its name second.
import { isUtf8 } from 'node:buffer';
import { codeExtensions, wholeNames } from '../../../shared/domain/code-extensions.js';
import { type PictureType, pictureTypes } from '../recognise/picture-types.js';
import { archiveTypes } from './children/archive-types.js';
import { isGzip } from './children/gunzip.js';
import { isTar } from './children/tar-files.js';
import { findEncoding } from './decode-text.js';
import { isOutlookMessage, mailTypeOf } from './mail/looks-like-mail.js';
import { isTnef } from './mail/tnef.js';
import { officeTypeOfExtension, officeTypes, sniffOffice } from './office/sniff-office.js';
import { isEmptyZip, isZip } from './office/zip-entries.js';

export const loadableTypes = [
  ...(['txt', 'md', 'csv', 'tsv', 'json', 'html', 'pdf'] as const),
  ...(['jsonl', 'xml', 'yaml', 'org', 'rst', 'adoc', 'tex', 'ipynb', 'srt', 'vtt', 'vcf', 'ics', 'code'] as const),
  ...(['eml', 'mbox', 'msg', 'tnef'] as const),
  ...archiveTypes,
  ...pictureTypes,
  ...officeTypes,
] as const;
export type LoadableType = (typeof loadableTypes)[number];

/** Many programs pack their own files so: under other names it is none to look into. */
const gzipExtensions = ['gz', 'tgz', 'taz'] as const;

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
  ...typesOf('html', 'xhtml', 'xht', 'shtml'),
  ...typesOf('md', 'mdown', 'mkd', 'mkdn', 'mdx', 'rmd', 'qmd'),
  ...typesOf('txt', 'asc', 'nfo', 'diz', 'readme', 'license', 'licence', 'copying', 'notice', 'authors', 'changelog'),
  ...typesOf(
    'txt',
    'me',
    '1st',
    'faq',
    'url',
    'wiki',
    'mediawiki',
    'textile',
    'creole',
    'rdoc',
    'pod',
    'man',
    'roff',
    'lst',
  ),
  ...typesOf('tsv', 'tab'),
  ...typesOf('json', 'geojson', 'json5', 'jsonc', 'webmanifest'),
  ...typesOf('jsonl', 'jsonl', 'ndjson'),
  ...typesOf('xml', 'xml', 'rss', 'atom', 'opml', 'rdf', 'owl', 'kml', 'gpx', 'plist', 'dbk', 'docbook', 'dita', 'tei'),
  ...typesOf(
    'xml',
    'fb2',
    'xlf',
    'xliff',
    'tmx',
    'resx',
    'xsd',
    'xsl',
    'xslt',
    'ttml',
    'dfxp',
    'mml',
    'jats',
    'nxml',
    'webloc',
  ),
  ...typesOf('yaml', 'yaml', 'yml'),
  ...typesOf('org', 'org'),
  ...typesOf('rst', 'rst', 'rest'),
  ...typesOf('adoc', 'adoc', 'asciidoc'),
  ...typesOf('tex', 'tex', 'latex', 'ltx'),
  ...typesOf('ipynb', 'ipynb'),
  ...typesOf('srt', 'srt', 'sbv', 'ass', 'ssa', 'sub', 'lrc'),
  ...typesOf('vtt', 'vtt'),
  ...typesOf('vcf', 'vcf', 'vcard'),
  ...typesOf('ics', 'ics', 'ical', 'ifb'),
  ...typesOf('eml', 'eml', 'emlx', 'mht', 'mhtml'),
  ...typesOf('mbox', 'mbox', 'mbx'),
  ...typesOf('msg', 'msg'),
  ...typesOf('zip', 'zip'),
  ...typesOf('tar', 'tar'),
  ...typesOf('gz', ...gzipExtensions),
  ...typesOf('code', ...codeExtensions),
  ['pdf', 'pdf'],
]);

const headBytes = 1_024;

/** Zip files that are a program's own document or the program itself: what lies in them is not for readers. */
const packagesOfPrograms: ReadonlySet<string> = new Set(
  'pages numbers key sketch fig xpi crx nupkg whl egg vsix jar war ear apk aab ipa xap mcpack love ggb sb3 blend 3mf'.split(
    ' ',
  ),
);

function typesOf(type: LoadableType, ...extensions: readonly string[]): readonly (readonly [string, LoadableType])[] {
  return extensions.map((extension) => [extension, type]);
}

/** Lower-case extension of a file's name without the dot; a well-known name without one (`Dockerfile`) stands for its own. */
export function extensionOf(path: string): string {
  const name = /[^/\\]*$/.exec(path)?.[0].toLowerCase() ?? '';
  if (wholeNames.has(name)) return name;
  return /[^/\\]\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * The type to load a file as, or null where there is no loader for it.
 * A PDF is one under any name; text named `.pdf` is text; what is binary and no PDF is nothing that can be read. Text whose name
 * ends in nothing is read where there is no doubt that it is one; an ending that is not known is never text.
 */
export function sniffType(bytes: Uint8Array, extension: string): LoadableType | null {
  if (isPdf(bytes)) return 'pdf';
  if (isOutlookMessage(bytes)) return 'msg';
  if (isTnef(bytes)) return 'tnef';
  const picture = pictureTypeOf(bytes);
  if (picture !== null) return picture;
  const office = sniffOffice(bytes, extension);
  if (office !== null) return office;
  const namedOffice = officeTypeOfExtension(extension);
  if (namedOffice !== null) return textUnderOfficeName(bytes, namedOffice) ?? namedOffice;
  if (isZip(bytes) || isEmptyZip(bytes)) return packagesOfPrograms.has(extension) ? null : 'zip';
  if (isTar(bytes)) return 'tar';
  const named = typeOfExtension.get(extension);
  if (isGzip(bytes)) return named === 'gz' ? 'gz' : null;
  if (named === undefined || named === 'eml' || named === 'mbox') {
    const mail = mailTypeOf(bytes);
    // Some programs save one message with the line before it that mailboxes have.
    if (mail !== null) return named === 'eml' ? 'eml' : mail;
  }
  if (named !== undefined) return textType(bytes, named);
  return saysNothing(extension) && isSurelyText(bytes) ? textWithoutName(bytes) : null;
}

/** None, or the number that logs get when they are put away (`messages.1`), and pages of manuals have. */
function saysNothing(extension: string): boolean {
  return /^\d*$/.test(extension);
}

/** UTF-8 from end to end, without one control sign that no text holds: bytes of other kinds are not so by chance. */
function isSurelyText(bytes: Uint8Array): boolean {
  if (findEncoding(bytes) !== 'utf-8' || !isUtf8(bytes)) return false;
  return bytes.every((byte) => (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d));
}

function textWithoutName(bytes: Uint8Array): LoadableType | null {
  return startsWithPage(bytes) || startsWithXml(bytes) ? textType(bytes, 'xml') : 'txt';
}

/** What bytes are that show no kind of their own, by the kind that their name says. */
function textType(bytes: Uint8Array, named: LoadableType): LoadableType | null {
  const isText = findEncoding(bytes) !== null;
  if (named === 'pdf') {
    if (!isText || /\d+ \d+ obj\b/.test(latin1(bytes.subarray(0, headBytes)))) return 'pdf';
    return startsWithMarkup(bytes) ? 'html' : 'txt';
  }
  if (!isText) return null;
  if (named === 'xml') return startsWithPage(bytes) ? 'html' : 'xml';
  return named === 'eml' || named === 'mbox' || named === 'msg' || isArchive(named) ? 'txt' : named;
}

/** Web pages and tables are often saved under Word's and Excel's names, and open there; null where the bytes are no text. */
function textUnderOfficeName(bytes: Uint8Array, named: LoadableType): LoadableType | null {
  if (findEncoding(bytes) === null) return null;
  if (startsWithMarkup(bytes)) return 'html';
  return named === 'xls' || named === 'xlsx' || named === 'ods' ? 'csv' : 'txt';
}

function isArchive(type: LoadableType): boolean {
  return (archiveTypes as readonly string[]).includes(type);
}

/** The header may stand a little behind the start: mail gateways and servers leave junk before it. */
function isPdf(bytes: Uint8Array): boolean {
  const head = latin1(bytes.subarray(0, headBytes));
  const at = head.indexOf('%PDF-');
  return at !== -1 && (at === 0 || !/[\p{L}]{3}/u.test(head.slice(0, at)));
}

/** Pictures begin with a mark of their own, under whatever name. */
function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const head = latin1(bytes.subarray(0, 12));
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'webp';
  return /^(?:II\*\0|MM\0\*)/.test(head) ? 'tiff' : null;
}

function startsWithMarkup(bytes: Uint8Array): boolean {
  return /^\W*<(?:!doctype html|html|head|body)\b/i.test(latin1(bytes.subarray(0, headBytes)));
}

/** XHTML is a page, whatever its name. */
function startsWithPage(bytes: Uint8Array): boolean {
  return /^\W*(?:<\?xml\b[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype html|html)\b/i.test(
    latin1(bytes.subarray(0, headBytes)),
  );
}

function startsWithXml(bytes: Uint8Array): boolean {
  return /^\W*<\?xml\s/.test(latin1(bytes.subarray(0, headBytes)));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
