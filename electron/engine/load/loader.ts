// One door to all loaders: picks by content, checks the limits, and gives a document or a reason.
import { AppError } from '../../../shared/errors.js';
import type { PictureType } from '../recognise/picture-types.js';
import { checkFileSize } from './check-size.js';
import { decodeAs } from './decode-as.js';
import { loadHtml } from './html/load-html.js';
import { sayUnsupported } from './known-kinds.js';
import type { LoadContext, Loader } from './load-context.js';
import { loadCsv } from './load-csv.js';
import { loadJson } from './load-json.js';
import { loadLimits } from './load-limits.js';
import { loadTxt } from './load-txt.js';
import type { LoadedDocument } from './loaded-document.js';
import { loadMarkdown } from './markdown/load-markdown.js';
import { openablePasswordError, passwordError } from './office/office-errors.js';
import { isLockedPackage } from './office/ole.js';
import type { OfficeType } from './office/sniff-office.js';
import { loadPdf } from './pdf/load-pdf.js';
import { type LoadableType, sniffType } from './sniff-type.js';

/** Read into memory when the first such file comes: their packages are large. */
const officeLoaders: Readonly<Record<OfficeType, Loader>> = {
  docx: async (...given) => (await import('./office/docx/load-docx.js')).loadDocx(...given),
  wordml: async (...given) => (await import('./office/docx/load-docx.js')).loadWordXml(...given),
  odt: async (...given) => (await import('./office/odf/load-odf.js')).loadOdt(...given),
  rtf: async (...given) => (await import('./office/rtf/load-rtf.js')).loadRtf(...given),
  doc: async (...given) => (await import('./office/doc/load-doc.js')).loadDoc(...given),
  pptx: async (...given) => (await import('./office/pptx/load-pptx.js')).loadPptx(...given),
  ppt: async (...given) => (await import('./office/ppt/load-ppt.js')).loadPpt(...given),
  odp: async (...given) => (await import('./office/odf/load-odf.js')).loadOdp(...given),
  xlsx: async (...given) => (await import('./office/sheet/load-xlsx.js')).loadXlsx(...given),
  xlsb: async (...given) => (await import('./office/sheet/load-xls.js')).loadXlsb(...given),
  xls: async (...given) => (await import('./office/sheet/load-xls.js')).loadXls(...given),
  ods: async (...given) => (await import('./office/odf/load-ods.js')).loadOds(...given),
  epub: async (...given) => (await import('./epub/load-epub.js')).loadEpub(...given),
};

function imageLoader(type: PictureType): Loader {
  return async (bytes, context) => (await import('./image/load-image.js')).loadImage(type, bytes, context);
}

const loaders: Readonly<Record<LoadableType, Loader>> = {
  txt: loadTxt,
  md: loadMarkdown,
  csv: loadCsv,
  tsv: loadCsv,
  json: loadJson,
  html: loadHtml,
  pdf: loadPdf,
  jsonl: loadJson,
  xml: async (bytes, context) => (await import('./markup/load-xml.js')).loadXml(bytes, context),
  yaml: async (bytes, context) => (await import('./code/load-yaml.js')).loadYaml(bytes, context),
  org: async (bytes, context) => (await import('./markup/load-markup.js')).loadOrg(bytes, context),
  rst: async (bytes, context) => (await import('./markup/load-markup.js')).loadRst(bytes, context),
  adoc: async (bytes, context) => (await import('./markup/load-markup.js')).loadAdoc(bytes, context),
  tex: async (bytes, context) => (await import('./markup/load-markup.js')).loadTex(bytes, context),
  ipynb: async (bytes, context) => (await import('./code/load-notebook.js')).loadNotebook(bytes, context),
  srt: async (bytes, context) => (await import('./subtitles/load-subtitles.js')).loadSubtitles(bytes, context),
  vtt: async (bytes, context) => (await import('./subtitles/load-subtitles.js')).loadSubtitles(bytes, context),
  vcf: async (bytes, context) => (await import('./cards/load-cards.js')).loadContacts(bytes, context),
  ics: async (bytes, context) => (await import('./cards/load-cards.js')).loadCalendar(bytes, context),
  code: async (bytes, context) => (await import('./code/load-code.js')).loadCode(bytes, context),
  eml: async (bytes, context) => (await import('./mail/load-eml.js')).loadEml(bytes, context),
  mbox: async (bytes, context) => (await import('./mail/load-mbox.js')).loadMbox(bytes, context),
  zip: async (bytes, context) => (await import('./children/load-zip.js')).loadZip(bytes, context),
  tar: async (bytes, context) => (await import('./children/load-tar.js')).loadTar(bytes, context),
  gz: async (bytes, context) => (await import('./children/load-tar.js')).loadGzip(bytes, context),
  msg: async (bytes, context) => (await import('./mail/load-msg.js')).loadMsg(bytes, context),
  tnef: async (bytes, context) => (await import('./mail/load-tnef.js')).loadTnef(bytes, context),
  png: imageLoader('png'),
  jpg: imageLoader('jpg'),
  webp: imageLoader('webp'),
  tiff: imageLoader('tiff'),
  ...officeLoaders,
};

/** Those that are one text in one encoding. */
const textTypes: ReadonlySet<LoadableType> = new Set<LoadableType>([
  ...(['txt', 'md', 'csv', 'tsv', 'json', 'jsonl', 'html', 'xml', 'yaml'] as const),
  ...(['org', 'rst', 'adoc', 'tex', 'ipynb', 'srt', 'vtt', 'vcf', 'ics', 'code'] as const),
]);

/**
 * Turns a file's bytes into a document. May take `bytes` over (a PDF's are gone afterwards).
 * Offsets in the result are UTF-16 into its `text`.
 * @throws AppError with a document reason: `empty`, `unsupported`, `too-large`, `password-protected`, `needs-recognition`, `damaged`
 */
export async function loadDocument(bytes: Uint8Array, context: LoadContext): Promise<LoadedDocument> {
  if (bytes.length === 0) throw emptyError();
  const chosen = context.encoding ?? null;
  const read = chosen === null ? null : readAs(bytes, chosen, context);
  if (read !== null) return { ...(await loadAny(read, context)), encoding: chosen };
  return loadAny(bytes, context);
}

/**
 * The bytes as UTF-8 that says so, where the encoding that a person chose makes them one of the formats that are text:
 * every loader then reads just this text, whatever it declares of itself. Null for all other formats.
 */
function readAs(bytes: Uint8Array, encoding: string, { extension }: LoadContext): Uint8Array | null {
  const own = sniffType(bytes, extension);
  if (own !== null && !textTypes.has(own)) return null;
  const text = decodeAs(bytes, encoding);
  const asUtf8 = Buffer.from(text.startsWith('\ufeff') ? text : `\ufeff${text}`);
  const type = sniffType(asUtf8, extension);
  return type !== null && textTypes.has(type) ? asUtf8 : null;
}

async function loadAny(bytes: Uint8Array, context: LoadContext): Promise<LoadedDocument> {
  const type = sniffType(bytes, context.extension);
  if (type === null) {
    throw new AppError('unsupported', sayUnsupported(bytes, context.extension));
  }
  // The others are mostly pictures, or read part by part: their size says little about how much text is in memory at once.
  checkFileSize(bytes.length, textTypes.has(type) ? loadLimits.maxTextFileBytes : loadLimits.maxFileBytes);
  if (isLockedPackage(bytes)) return loadAny(await withoutLock(bytes, context), context);
  const document = await guarded(() => loaders[type](bytes, context));
  if (document.blocks.length === 0) throw emptyError();
  return withWholeCharacters(document);
}

/** What lies in there says itself which of the office programs it is for. @throws AppError `password-protected`, `damaged` */
async function withoutLock(bytes: Uint8Array, { passwords = [], onProgress }: LoadContext): Promise<Uint8Array> {
  const { unlockPackage } = await import('./office/lock/unlock-office.js');
  const unlocking = await guarded(async () => unlockPackage(bytes, passwords, onProgress));
  if (unlocking.kind !== 'opened') throw unlocking.kind === 'locked' ? openablePasswordError() : passwordError();
  return unlocking.bytes;
}

/** Half characters (JSON and PDF can hold them) can't be stored: each becomes a replacement mark of the same length. */
function withWholeCharacters(document: LoadedDocument): LoadedDocument {
  const text = document.text as string & { isWellFormed(): boolean; toWellFormed(): string };
  return text.isWellFormed() ? document : { ...document, text: text.toWellFormed() };
}

async function guarded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Whatever else a parser throws was caused by the document.
    throw new AppError('damaged', 'This file is damaged and could not be read.', { cause: error });
  }
}

function emptyError(): AppError {
  return new AppError('empty', 'This file holds no text.');
}
