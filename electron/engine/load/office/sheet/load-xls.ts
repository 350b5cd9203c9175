// Workbooks of older Excels (.xls of all ages, .xlsb, the XML of 2003), through SheetJS.
import { type CellObject, read, set_cptable, type WorkSheet } from '@e965/xlsx';
import iconv from 'iconv-lite';
import type { LoadContext, Loader } from '../../load-context.js';
import type { LoadedDocument } from '../../loaded-document.js';
import { encodingOfCodePage } from '../code-pages.js';
import { excelPassword, unlockWorkbook } from '../lock/unlock-office.js';
import { damagedError, openablePasswordError, passwordError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { isOle, oleStreams } from '../ole.js';
import { chosenTitle } from '../relationships.js';
import { ZipPackage } from '../zip-package.js';
import { formatCell, readableFormat } from './number-format.js';
import { SheetWriter } from './sheet-writer.js';

export const loadXls: Loader = async (bytes, context) => readOld(bytes, 'xls', context);

export const loadXlsb: Loader = async (bytes, context) => {
  // SheetJS unpacks without limits: all parts are unpacked within them first.
  const parts = new ZipPackage(bytes);
  for (const name of parts.names) await parts.read(name);
  // Broken parts can keep SheetJS busy for ever.
  if (parts.isDamaged) throw damagedError();
  return readOld(bytes, 'xlsb', context);
};

// Text in workbooks of before 1997 is in the code page of the machine that wrote them.
set_cptable({
  utils: {
    decode: (page: number, bytes: ArrayLike<number>) =>
      iconv.decode(Buffer.from(Array.from(bytes)), encodingOfCodePage(page)),
    encode: (page: number, text: string) => iconv.encode(text, encodingOfCodePage(page)),
  },
});

const veryHidden = 2;

function readOld(bytes: Uint8Array, type: 'xls' | 'xlsb', { passwords = [], onProgress }: LoadContext): LoadedDocument {
  const workbook = parse(bytes, passwords);
  onProgress();
  const writer = new OfficeWriter();
  const textOfCell = cellReader(workbook.Workbook?.WBProps?.date1904 === true);
  for (const [index, name] of workbook.SheetNames.entries()) {
    const content = workbook.Sheets[name];
    if (content === undefined || workbook.Workbook?.Sheets?.[index]?.Hidden === veryHidden) continue;
    const sheet = new SheetWriter(writer, name);
    for (const [row, cells] of rowsOf(content, textOfCell)) {
      if (writer.isFull) break;
      sheet.add({ row, cells });
    }
    onProgress();
  }
  return writer.document({ type, title: chosenTitle(workbook.Props?.Title ?? '') });
}

function parse(bytes: Uint8Array, passwords: readonly string[]) {
  try {
    return parseOpen(bytes);
  } catch (error) {
    if (!isLocked(bytes, error)) throw damagedError(error);
    const unlocking = isOle(bytes) ? unlockWorkbook(bytes, passwords) : ({ kind: 'other' } as const);
    if (unlocking.kind !== 'opened') throw unlocking.kind === 'locked' ? openablePasswordError() : passwordError();
    return parseUnlocked(unlocking.bytes);
  }
}

function parseUnlocked(bytes: Uint8Array) {
  try {
    return parseOpen(bytes);
  } catch (error) {
    throw damagedError(error);
  }
}

function parseOpen(bytes: Uint8Array) {
  return read(bytes, {
    type: 'array',
    // Dense sheets are arrays with holes: empty rows and columns cost nothing.
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    dateNF: 'yyyy-mm-dd',
    // The oldest of Excel's locks SheetJS takes off itself.
    password: excelPassword,
  });
}

/** SheetJS takes bytes that are anything for a lock, too: a container has to hold what can be locked. */
function isLocked(bytes: Uint8Array, error: unknown): boolean {
  if (!(error instanceof Error && /password|encrypt/i.test(error.message))) return false;
  if (!isOle(bytes)) return true;
  const streams = oleStreams(bytes);
  return ['workbook', 'book', 'encryptedpackage'].some((name) => streams.has(name));
}

/** 1-based numbers of the rows that hold something, with the text that their cells show. */
function* rowsOf(
  sheet: WorkSheet,
  textOfCell: (cell: CellObject | undefined) => string,
): Generator<readonly [number, readonly string[]]> {
  const rows = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  for (const key of Object.keys(rows)) {
    const cells = rows[Number(key)];
    if (cells === undefined) continue;
    // `map` skips holes and keeps them; `filter` leaves them out.
    yield [Number(key) + 1, cells.map(textOfCell).filter((text) => text !== '')];
  }
}

/** Cells as SheetJS shows them, but for numbers whose format it would misread. */
function cellReader(isFrom1904: boolean): (cell: CellObject | undefined) => string {
  const readable = new Map<string, string>();
  return (cell) => {
    if (cell === undefined || cell.t === 'z') return '';
    if (cell.t === 'n' && typeof cell.v === 'number' && typeof cell.z === 'string') {
      const format = readable.get(cell.z) ?? readableFormat(cell.z);
      readable.set(cell.z, format);
      if (format !== cell.z || cell.w === undefined) return formatCell(cell.v, format, isFrom1904);
    }
    return cell.w ?? String(cell.v ?? '');
  };
}
