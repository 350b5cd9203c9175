// Older workbooks that are locked ([MS-XLS] 2.2.10): the content of the records is, their heads are not.
import { openContainer, packContainer } from '../ole-container.js';
import { binaryLock, openStream } from './binary-key.js';

/** Gives the workbook without its lock where the password is right, else null. */
export type WorkbookLock = (password: string) => Uint8Array | null;

const records = { filePass: 0x2f, boundSheet: 0x85, interfaceEnd: 0xe2 } as const;
/** Records that are never locked: those that say how the rest is. */
const plainRecords: ReadonlySet<number> = new Set([0x0809, records.filePass, 0x0194, 0x0195, 0x00e1, 0x0196, 0x0138]);
const byRc4 = 1;
const blockBytes = 1_024;
const headBytes = 4;

/** Null where the workbook is not locked, or in another way. @throws AppError `damaged` */
export function workbookLock(bytes: Uint8Array): WorkbookLock | null {
  const data = openContainer(bytes)('Workbook');
  const at = data === null ? null : placeOf(data, records.filePass);
  if (data === null || at === null || data.readUInt16LE(at + headBytes) !== byRc4) return null;
  const lock = binaryLock(data.subarray(at + headBytes + 2, at + headBytes + data.readUInt16LE(at + 2)));
  if (lock === null) return null;
  return (password) => {
    const keys = lock(password);
    if (keys === null) return null;
    const isPlain = plainPlaces(data);
    const opened = openStream(data, keys, { blockBytes, isPlain: (place) => isPlain[place] === 1 });
    // What is open has no lock: the record becomes one that says nothing.
    opened.writeUInt16LE(records.interfaceEnd, at);
    return packContainer({ Workbook: opened });
  };
}

/** Of the first record of its kind; null where there is none. The lock stands near the start. */
function placeOf(data: Buffer, kind: number): number | null {
  for (const { at, kind: own, length } of recordsOf(data)) {
    if (own === kind) return length >= 2 ? at : null;
    if (own === records.boundSheet) return null;
  }
  return null;
}

function* recordsOf(data: Buffer): Generator<{ readonly at: number; readonly kind: number; readonly length: number }> {
  for (let at = 0; at + headBytes <= data.length; ) {
    const length = data.readUInt16LE(at + 2);
    if (at + headBytes + length > data.length) return;
    yield { at, kind: data.readUInt16LE(at), length };
    at += headBytes + length;
  }
}

/** 1 for each byte that is not locked: heads, some records, and of a sheet's entry the place where the sheet begins. */
function plainPlaces(data: Buffer): Uint8Array {
  const plain = new Uint8Array(data.length);
  for (const { at, kind, length } of recordsOf(data)) {
    const more = plainRecords.has(kind) ? length : kind === records.boundSheet ? 4 : 0;
    plain.fill(1, at, at + headBytes + more);
  }
  return plain;
}
