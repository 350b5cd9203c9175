// Office files and books by what is inside them: the parts of a package, the streams of the older container, or their XML.
import { isOle, oleStreams } from './ole.js';
import { isZip, listZip } from './zip-entries.js';

export const officeTypes = [
  'docx',
  'wordml',
  'odt',
  'rtf',
  'doc',
  'pptx',
  'ppt',
  'odp',
  'xlsx',
  'xlsb',
  'xls',
  'ods',
  'epub',
] as const;
export type OfficeType = (typeof officeTypes)[number];

const typeOfExtension: ReadonlyMap<string, OfficeType> = new Map<string, OfficeType>([
  ...pairs('docx', 'docx docm dotx dotm'),
  ...pairs('odt', 'odt ott fodt sxw odm oth'),
  ...pairs('rtf', 'rtf'),
  ...pairs('doc', 'doc dot'),
  ...pairs('pptx', 'pptx pptm ppsx ppsm potx potm'),
  ...pairs('ppt', 'ppt pps pot'),
  ...pairs('odp', 'odp otp fodp sxi odg fodg otg'),
  ...pairs('xlsx', 'xlsx xlsm xltx xltm'),
  ...pairs('xlsb', 'xlsb'),
  ...pairs('xls', 'xls xlt xlw'),
  ...pairs('ods', 'ods ots fods sxc'),
  ...pairs('epub', 'epub'),
]);

function pairs(type: OfficeType, extensions: string): readonly (readonly [string, OfficeType])[] {
  return extensions.split(' ').map((extension) => [extension, type] as const);
}

export function officeTypeOfExtension(extension: string): OfficeType | null {
  return typeOfExtension.get(extension) ?? null;
}

const headBytes = 4_096;

/** The type by content; null where the content is none of these. The name decides only between kinds that look alike. */
export function sniffOffice(bytes: Uint8Array, extension: string): OfficeType | null {
  if (isZip(bytes)) return typeOfPackage(bytes, extension);
  if (isOle(bytes)) return typeOfOle(bytes, extension);
  const head = latin1(bytes.subarray(0, headBytes)).replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  if (head.startsWith('{\\rtf')) return 'rtf';
  if (isBareWorkbook(bytes)) return 'xls';
  return head.startsWith('<?xml') || head.startsWith('<office:document') ? typeOfXml(head) : null;
}

function typeOfPackage(bytes: Uint8Array, extension: string): OfficeType | null {
  const { entries } = listZip(bytes);
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const has = (folder: string): boolean => [...names].some((name) => name.startsWith(folder));
  const mimetype = entries.find(({ name }) => name === 'mimetype');
  if (mimetype !== undefined) {
    const kind = typeOfMime(latin1(bytes.subarray(mimetype.start, Math.min(mimetype.end, mimetype.start + 100))));
    if (kind !== null) return kind;
  }
  if (names.has('meta-inf/container.xml') && [...names].some((name) => name.endsWith('.opf'))) return 'epub';
  if (names.has('content.xml')) return openDocumentOf(extension);
  if (names.has('xl/workbook.bin')) return 'xlsb';
  if (has('word/')) return 'docx';
  if (has('ppt/')) return 'pptx';
  if (has('xl/')) return 'xlsx';
  const named = officeTypeOfExtension(extension);
  // A package whose folders have other names, or one that lost most of its parts.
  return names.has('[content_types].xml') || names.size === 0 ? named : null;
}

function openDocumentOf(extension: string): OfficeType {
  const named = officeTypeOfExtension(extension);
  return named === 'ods' || named === 'odp' ? named : 'odt';
}

function typeOfMime(mime: string): OfficeType | null {
  if (mime.includes('epub')) return 'epub';
  const kind = /application\/vnd\.(?:oasis\.opendocument|sun\.xml)\.(\w+)/.exec(mime)?.[1];
  switch (kind) {
    case 'text':
    case 'writer':
      return 'odt';
    case 'spreadsheet':
    case 'calc':
      return 'ods';
    case 'presentation':
    case 'impress':
    case 'graphics':
    case 'draw':
      return 'odp';
    default:
      return null;
  }
}

function typeOfOle(bytes: Uint8Array, extension: string): OfficeType | null {
  const streams = oleStreams(bytes);
  const named = officeTypeOfExtension(extension);
  if (streams.has('encryptedpackage')) return named === 'xlsx' || named === 'pptx' ? named : 'docx';
  if (streams.has('worddocument')) return 'doc';
  if (streams.has('powerpoint document')) return 'ppt';
  if (streams.has('workbook') || streams.has('book')) return 'xls';
  // Damaged beyond its directory: the name says whose damage it is.
  return streams.size === 0 && (named === 'doc' || named === 'xls' || named === 'ppt') ? named : null;
}

/** Workbooks older than the container: they begin with the record that begins every sheet. */
function isBareWorkbook([a, b, c, d]: Uint8Array): boolean {
  return a === 0x09 && (b === 0 || b === 2 || b === 4) && (c === 4 || c === 6 || c === 8) && d === 0;
}

function typeOfXml(head: string): OfficeType | null {
  if (/schemas\.microsoft\.com\/office\/word\/2003\/wordml/.test(head)) return 'wordml';
  if (/schemas\.microsoft\.com\/office\/2006\/xmlPackage/.test(head) && /Word\.Document|\/word\//.test(head))
    return 'wordml';
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(head) && /<(?:\w+:)?Workbook\b/.test(head)) return 'xls';
  const mime = /office:mimetype="([^"]+)"/.exec(head)?.[1];
  return /<office:document\b/.test(head) && mime !== undefined ? typeOfMime(mime) : null;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
