// What a file is that can't be read, told by its content, so that a person knows what to do about it.
import { isOle, oleStreams } from './office/ole.js';
import { isZip } from './office/zip-entries.js';

const unpack = 'Unpack it to index what it holds.';
const exportPdf = 'Save it as a PDF to index it.';
const exportWord = 'Save it as a PDF or as .docx to index it.';
const exportTables = 'Save its tables as .csv to index them.';
const noText = 'There is no text for readers in it.';

interface Mark {
  /** One letter a byte. */
  readonly sign: string;
  /** Where it stands; 0 where nothing is said. */
  readonly at?: number;
  readonly kind: string;
  readonly next: string;
}

const marks: readonly Mark[] = [
  { sign: '7z\xbc\xaf\x27\x1c', kind: 'a 7-Zip archive', next: unpack },
  { sign: 'Rar!\x1a\x07', kind: 'a RAR archive', next: unpack },
  { sign: 'BZh', kind: 'packed by bzip2', next: unpack },
  { sign: '\xfd7zXZ\0', kind: 'packed by xz', next: unpack },
  { sign: '\x28\xb5\x2f\xfd', kind: 'packed by Zstandard', next: unpack },
  { sign: '\x1f\x9d', kind: 'packed by compress', next: unpack },
  { sign: 'MSCF\0\0\0\0', kind: 'a cabinet of Windows', next: unpack },
  { sign: '-lh', at: 2, kind: 'an LHA archive', next: unpack },
  { sign: '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d', kind: 'a OneNote section', next: exportPdf },
  { sign: '!BDN', kind: 'a data file of Outlook', next: 'Save its messages as .msg or .eml to index them.' },
  { sign: 'Standard Jet DB', at: 4, kind: 'an Access database', next: exportTables },
  { sign: 'Standard ACE DB', at: 4, kind: 'an Access database', next: exportTables },
  { sign: 'SQLite format 3\0', kind: 'an SQLite database', next: exportTables },
  { sign: 'ITSF', kind: 'a help file of Windows', next: 'Convert it to HTML to index it.' },
  { sign: '?_\x03\0', kind: 'a help file of Windows', next: 'Convert it to HTML to index it.' },
  { sign: 'AT&TFORM', kind: 'a DjVu document', next: exportPdf },
  { sign: 'BOOKMOBI', at: 60, kind: 'a Kindle or Mobipocket book', next: 'Convert it to .epub to index it.' },
  { sign: '%!PS', kind: 'a PostScript document', next: exportPdf },
  { sign: '\xc5\xd0\xd3\xc6', kind: 'a PostScript document', next: exportPdf },
  { sign: '\xffWPC', kind: 'a WordPerfect document', next: exportWord },
  { sign: 'AC10', kind: 'an AutoCAD drawing', next: exportPdf },
  { sign: 'bplist0', kind: 'a property list of a Mac', next: noText },
  { sign: 'MZ', kind: 'a program', next: noText },
  { sign: '\x7fELF', kind: 'a program', next: noText },
];

/** By a stream that only that program writes, in lower case. */
const streams: Readonly<Record<string, readonly [kind: string, next: string]>> = {
  visiodocument: ['a Visio drawing', exportPdf],
  quill: ['a Publisher document', exportPdf],
  matost: ['a Works document', exportWord],
  starwriterdocument: ['a StarOffice document', exportWord],
  starcalcdocument: ['a StarOffice workbook', 'Save it as .xlsx to index it.'],
  starimpressdocument: ['a StarOffice presentation', exportPdf],
};

const iWork: Readonly<Record<string, string>> = {
  pages: 'a Pages document',
  numbers: 'a Numbers workbook',
  key: 'a Keynote presentation',
};

const headBytes = 80;

/** `extension`: lower case, without the dot. A sentence or two that end with the next step. */
export function sayUnsupported(bytes: Uint8Array, extension: string): string {
  const [kind, next] = known(bytes, extension) ?? [];
  return kind === undefined || next === undefined
    ? 'Files of this kind cannot be read, or the name does not match what is inside.'
    : `This is ${kind}, which Acervo does not read. ${next}`;
}

function known(bytes: Uint8Array, extension: string): readonly [kind: string, next: string] | null {
  if (isOle(bytes)) {
    const found = [...oleStreams(bytes)].find((name) => Object.hasOwn(streams, name));
    return found === undefined ? null : (streams[found] ?? null);
  }
  const packed = isZip(bytes) ? iWork[extension] : undefined;
  if (packed !== undefined) return [packed, exportWord];
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  const mark = marks.find(({ sign, at = 0 }) => head.startsWith(sign, at));
  return mark === undefined ? null : [mark.kind, mark.next];
}
