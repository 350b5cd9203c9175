// Presentations of before 2007 for tests, record by record.
import { deflateSync } from 'node:zlib';
import { contain } from './make-doc.js';

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function record(type: number, content: Buffer, { instance = 0, isContainer = false } = {}): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (isContainer ? 0xf : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

const holder = (type: number, content: readonly Buffer[], instance = 0): Buffer =>
  record(type, Buffer.concat(content), { instance, isContainer: true });
const text = (kind: number, words: string): readonly Buffer[] => [
  record(3999, numbers(kind)),
  record(4000, Buffer.from(words, 'utf16le')),
];
const listed = (persistId: number, slideId: number): Buffer => record(1011, numbers(persistId, 0, 0, slideId, 0));
const box = (content: readonly Buffer[]): Buffer =>
  holder(1036, [holder(0xf002, [holder(0xf004, [holder(0xf00d, content)])])]);

/** A container that is embedded; `isPacked` as newer PowerPoints write it. */
export interface PptObject {
  readonly content: Uint8Array;
  readonly isPacked: boolean;
}

/** Objects stand behind the slides and notes in the file's list. */
const firstObject = 5;

function listOfObjects(objects: readonly PptObject[]): readonly Buffer[] {
  if (objects.length === 0) return [];
  const listedObjects = objects.map((_object, index) =>
    holder(4044, [record(4045, numbers(0, 0)), record(4035, numbers(1, 0, index + 1, 0, firstObject + index, 0))]),
  );
  return [holder(1033, [record(1034, numbers(objects.length)), ...listedObjects])];
}

function storage({ content, isPacked }: PptObject): Buffer {
  return isPacked
    ? record(4113, Buffer.concat([numbers(content.length), deflateSync(content)]), { instance: 1 })
    : record(4113, Buffer.from(content));
}

/** Two slides, the first with notes; the first was edited, so its older record lies in the file too. */
export function makePpt(mark = 0xe391c05f, objects: readonly PptObject[] = []): Uint8Array {
  const parts = {
    document: holder(1000, [
      ...listOfObjects(objects),
      holder(4080, [listed(2, 256), ...text(0, 'El faro'), listed(3, 257)], 0),
      holder(4080, [listed(4, 300)], 2),
    ]),
    old: holder(1006, [box(text(4, 'Versión vieja'))]),
    first: holder(1006, [
      record(1007, Buffer.concat([Buffer.alloc(16), numbers(300, 0)])),
      box([record(3998, numbers(0))]),
      box(text(4, 'Un resumen\rSegunda línea')),
      box(text(4, '*')),
    ]),
    second: holder(1006, [box([record(3999, numbers(4)), record(4008, Buffer.from('Caf\u00e9', 'latin1'))])]),
    notes: holder(1008, [box(text(2, 'Saludar primero.'))]),
  };
  const data: Buffer[] = [Buffer.alloc(8)];
  const add = (part: Buffer): number => {
    const at = Buffer.concat(data).length;
    data.push(part);
    return at;
  };
  const places = [parts.document, parts.old, parts.second, parts.notes, ...objects.map(storage)].map(add);
  const oldDirectory = add(record(6002, numbers(1 | (places.length << 20), ...places)));
  const oldEdit = add(record(4085, numbers(0, 0, 0, oldDirectory, 1, 0)));
  const newDirectory = add(record(6002, numbers(2 | (1 << 20), add(parts.first))));
  const edit = add(record(4085, numbers(0, 0, oldEdit, newDirectory, 1, 0)));
  return contain({
    'PowerPoint Document': Buffer.concat(data),
    'Current User': Buffer.concat([Buffer.alloc(8), numbers(20, mark, edit)]),
  });
}
