// Binary Word 97 files for tests: a container with text, its table of pieces, and the looks of characters and paragraphs.
import { CFB } from '@e965/xlsx';

export interface DocParagraph {
  readonly text: string;
  /** Index into the styles: 0 is normal, 1 heading 1, 2 heading 2. */
  readonly style?: number;
  readonly isInTable?: boolean;
  readonly isRowEnd?: boolean;
  /** Ends with a cell's mark, not with a paragraph's. */
  readonly isCell?: boolean;
  /** All of it is marked as deleted. */
  readonly isDeleted?: boolean;
}

interface DocOptions {
  readonly flags?: number;
  /** Text of footnotes, behind the body. */
  readonly footnotes?: string;
  /** Streams of embedded objects, by their path below `ObjectPool`. */
  readonly objects?: Readonly<Record<string, Uint8Array>>;
}

const pageBytes = 512;
const textAt = pageBytes;

export function makeDoc(
  paragraphs: readonly DocParagraph[],
  { flags = 0, footnotes = '', objects = {} }: DocOptions = {},
): Uint8Array {
  const texts = paragraphs.map(({ text, isCell, isRowEnd }) => text + (isCell || isRowEnd ? '\x07' : '\r'));
  const body = texts.join('');
  const text = Buffer.from(body + footnotes, 'utf16le');
  const pages = Math.ceil(text.length / pageBytes) + 1;
  const ends = texts.map((_text, index) => textAt + texts.slice(0, index + 1).join('').length * 2);
  const main = Buffer.concat([
    Buffer.alloc(pageBytes),
    Buffer.concat([text], (pages - 1) * pageBytes),
    looks(ends, paragraphs.map(paragraphLook), 13),
    looks(ends, paragraphs.map(characterLook), 1),
  ]);
  const tables = new Tables();
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0x0200 | flags, 0x0a);
  main.writeInt32LE(body.length, 0x4c);
  main.writeInt32LE(footnotes.length, 0x50);
  // Looks of paragraphs stand on the page behind the text, those of characters on the next.
  tables.add(main, 0x102, numbers(textAt, ends.at(-1) ?? textAt, pages));
  tables.add(main, 0xfa, numbers(textAt, ends.at(-1) ?? textAt, pages + 1));
  tables.add(main, 0xa2, styleSheet([0, 1, 2]));
  const piece = Buffer.concat([
    numbers(0, body.length + footnotes.length),
    Buffer.alloc(2),
    numbers(textAt),
    Buffer.alloc(2),
  ]);
  tables.add(main, 0x1a2, Buffer.concat([Buffer.from([2]), numbers(piece.length), piece]));
  const pooled = Object.entries(objects).map(([path, content]) => [`ObjectPool/${path}`, content] as const);
  return contain({ WordDocument: main, '1Table': tables.bytes, ...Object.fromEntries(pooled) });
}

/** A container of the older office files with these streams. */
export function contain(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const container = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(container, name, content);
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

class Tables {
  bytes = Buffer.alloc(0);

  /** Adds a table and writes its place and length into the file's head. */
  add(main: Buffer, at: number, table: Buffer): void {
    main.writeUInt32LE(this.bytes.length, at);
    main.writeUInt32LE(table.length, at + 4);
    this.bytes = Buffer.concat([this.bytes, table]);
  }
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

/** A page of looks: where runs of bytes end, and a list for each; null says that nothing is special. */
function looks(ends: readonly number[], lists: readonly (Buffer | null)[], entryBytes: number): Buffer {
  const page = Buffer.alloc(pageBytes);
  numbers(textAt, ...ends).copy(page);
  let free = pageBytes - 2;
  lists.forEach((list, index) => {
    if (list === null) return;
    free = (free - list.length) & ~1;
    list.copy(page, free);
    page[(ends.length + 1) * 4 + index * entryBytes] = free / 2;
  });
  page[pageBytes - 1] = ends.length;
  return page;
}

function paragraphLook({ style = 0, isInTable = false, isRowEnd = false }: DocParagraph): Buffer {
  const properties = [...(isInTable || isRowEnd ? [0x16, 0x24, 1] : []), ...(isRowEnd ? [0x17, 0x24, 1] : [])];
  const content = [style, 0, ...properties];
  // The length is told in words; an odd list of properties fills its last one.
  return content.length % 2 === 0
    ? Buffer.from([0, content.length / 2, ...content])
    : Buffer.from([(content.length + 1) / 2, ...content]);
}

function characterLook({ isDeleted = false }: DocParagraph): Buffer | null {
  return isDeleted ? Buffer.from([3, 0x00, 0x08, 1]) : null;
}

/** Styles by the numbers of the built-in ones. */
function styleSheet(builtIn: readonly number[]): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt16LE(18, 0);
  head.writeUInt16LE(builtIn.length, 2);
  const styles = builtIn.map((number) => {
    const style = Buffer.alloc(12);
    style.writeUInt16LE(10, 0);
    style.writeUInt16LE(number, 2);
    style.writeUInt16LE(0xfff1, 4);
    return style;
  });
  return Buffer.concat([head, ...styles]);
}
