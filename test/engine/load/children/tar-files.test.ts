// Tape archives that are odd on purpose: sizes that are none, extended heads that hold anything.
import { expect, test } from 'vitest';
import { isTar, listTar } from '../../../../electron/engine/load/children/tar-files.js';
import { makeTar } from '../../../helpers/make-tar.js';

/** One record of an extended head, with its length before it. */
function record(key: string, value: string | Uint8Array): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from('\n')]);
  let length = rest.length + 1;
  while (`${length}`.length + rest.length !== length) length += 1;
  return Buffer.concat([Buffer.from(`${length}`), rest]);
}

function head(kind: 'x' | 'g', ...records: readonly Uint8Array[]) {
  return { name: 'PaxHeader', kind, content: Buffer.concat(records) };
}

const one = { name: 'one.txt', content: 'x'.repeat(2_000) };
const two = { name: 'two.txt', content: 'second' };

function namesIn(...entries: Parameters<typeof makeTar>[0]): readonly string[] {
  const { files, isWhole } = listTar(makeTar(entries));
  expect(isWhole).toBe(true);
  return files.map(({ name }) => name);
}

test.each([
  ['below zero, backwards over what was read', '-0000003000\0'],
  ['just below zero', '-0000000001\0'],
  ['no number at all', 'zz000000100\0'],
  ['no octal one', '00000000089\0'],
  ['below zero in bits', new Uint8Array(12).fill(0xff)],
  ['more than there can be', Uint8Array.from([0x80, ...new Uint8Array(11).fill(0xff)])],
])('ends at a size that is %s, and says that something is missing', (_what, sizeField) => {
  // Backwards leads to the head of the first one, and nowhere to that of the third.
  const bytes = makeTar([two, { name: 'wrong.txt', content: '', sizeField }, one]);
  const { files, isWhole } = listTar(bytes);
  expect(files.map(({ name }) => name)).toEqual(['two.txt']);
  expect(isWhole).toBe(false);
});

test.each([
  ['with spaces around it', '     3720   '],
  ['ended by a space, with anything behind', '3720 rubbish'],
  ['in bits', Uint8Array.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x07, 0xd0])],
])('reads a size %s', (_what, sizeField) => {
  expect(namesIn({ ...one, sizeField }, two)).toEqual(['one.txt', 'two.txt']);
});

test('takes a checksum below zero for none', () => {
  const bytes = makeTar([one]);
  bytes.set(Buffer.from('-000001\0'), 148);
  expect(isTar(bytes)).toBe(false);
});

test('an archive that ends in the midst of a head says so', () => {
  const bytes = makeTar([two, two]);
  expect(listTar(bytes.subarray(0, 1_324))).toMatchObject({ files: [{ name: 'two.txt' }], isWhole: false });
  expect(listTar(bytes.subarray(0, 1_024))).toMatchObject({ files: [{ name: 'two.txt' }], isWhole: true });
});

test('reads the records of an extended head by their length: attributes may hold any bytes, comments any words', () => {
  const name = `${'carpeta/'.repeat(20)}año.txt`;
  const attribute = record('SCHILY.xattr.user.key', Uint8Array.from([0, 0xff, 0xfe, 0x0a, 0x00]));
  expect(namesIn(head('x', attribute, record('path', name)), two)).toEqual([name]);
  expect(namesIn(head('x', record('path', name), attribute), two)).toEqual([name]);
  expect(namesIn(head('x', record('comment', 'hi\n12 path=evil')), two)).toEqual(['two.txt']);
  // Only what is no UTF-8 itself is read in Latin letters.
  expect(namesIn(head('x', record('path', Buffer.from('a\xf1o.txt', 'latin1'))), two)).toEqual(['año.txt']);
});

test('heads hold for the next file, global ones for all that say nothing else, and sizes stand there too', () => {
  const wrong = '00000000000\0';
  expect(
    namesIn(
      head('g', record('comment', 'a commit'), record('path', 'all.txt')),
      two,
      head('x', record('path', 'own.txt'), record('size', `${one.content.length}`)),
      { name: 'LinkName', kind: 'K', content: 'where a link leads\0' },
      { ...one, sizeField: wrong },
      two,
      head('x', record('path', '')),
      two,
    ),
  ).toEqual(['all.txt', 'own.txt', 'all.txt', 'two.txt']);
});

test.each([
  ['longer than it is', '99 path=evil.txt\n'],
  ['without a length', 'path=evil.txt\n'],
  ['without an end', '16 path=evil.txt'],
  ['without a key', '12 evil.txt\n'],
])('a record %s is none: the file has its own name, and it is said', (_what, content) => {
  const { files, isWhole } = listTar(makeTar([{ name: 'PaxHeader', kind: 'x', content }, two]));
  expect([files.map(({ name }) => name), isWhole]).toEqual([['two.txt'], false]);
});

test('leaves out files that are kept without their empty stretches, and finds those behind them', () => {
  // The head says that one more block of places follows it, and that one that none does.
  const sparse = makeTar([{ name: 'sparse', kind: 'S', content: 'x'.repeat(600) }]).slice(0, 512);
  sparse[482] = 1;
  const sum = sparse.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  sparse.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  const bytes = Buffer.concat([
    sparse,
    Buffer.alloc(512, '1').fill(0, 504),
    Buffer.alloc(1_024, 'x'),
    makeTar([head('x', record('GNU.sparse.major', '1')), { ...one, name: 'GNUSparseFile.0/one.txt' }, two]),
  ]);
  const { files, ...rest } = listTar(bytes);
  expect([files.map(({ name }) => name), rest]).toEqual([['two.txt'], { isWhole: true, sparseFiles: 2 }]);
});

test('takes a checksum of bytes below zero, as old programs reckoned it', () => {
  const bytes = makeTar([{ ...two, name: 'año.txt' }]);
  const sum = bytes
    .subarray(0, 512)
    .reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte > 127 ? byte - 256 : byte), 0);
  bytes.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  expect(listTar(bytes).files.map(({ name }) => name)).toEqual(['año.txt']);
});
