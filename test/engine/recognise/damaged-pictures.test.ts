// Pictures that cannot be drawn say so, and say it once and for all: trying again would not help.
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countTiffPages, tiffPicture } from '../../../electron/engine/recognise/tiff.js';
import { openTestLibrary } from '../../helpers/open-library.js';
import { pictureOfText } from '../../helpers/picture-of-text.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const { png, tiff } = pictureOfText(['The keeper counts the boats']);
/** Where a TIFF in little-endian order has its first page. */
const firstPageAt = 4;

/** The TIFF with the link behind its first page leading to `next`. */
function linkedTo(next: (firstPage: number) => number): Uint8Array {
  const bytes = Uint8Array.from(tiff);
  const view = new DataView(bytes.buffer);
  const isLittle = bytes[0] === 0x49;
  const page = view.getUint32(firstPageAt, isLittle);
  view.setUint32(page + 2 + view.getUint16(page, isLittle) * 12, next(page), isLittle);
  return bytes;
}

test('a TIFF whose pages lead back to the first, or out of the file, is damaged and ends at once', () => {
  expect(countTiffPages(tiff)).toBe(1);
  expect(() => countTiffPages(linkedTo((page) => page))).toThrow(expect.objectContaining({ code: 'damaged' }));
  expect(() => countTiffPages(linkedTo(() => 0xfffffff0))).toThrow(expect.objectContaining({ code: 'damaged' }));
});

test('a TIFF with a value that is longer than the file is damaged', () => {
  const bytes = Uint8Array.from(tiff);
  const view = new DataView(bytes.buffer);
  const isLittle = bytes[0] === 0x49;
  view.setUint32(view.getUint32(firstPageAt, isLittle) + 2 + 4, 0xffffffff, isLittle);
  expect(() => countTiffPages(bytes)).toThrow(expect.objectContaining({ code: 'damaged' }));
});

/** A page of one bit a pixel, packed in a way of this number. */
function packedTiff(data: Uint8Array, packing: number, width: number, height: number): Uint8Array {
  const tags = [
    [256, width],
    [257, height],
    [258, 1],
    [259, packing],
    [262, 0],
    [273, 200],
    [277, 1],
    [278, height],
    [279, data.length],
  ] as const;
  const file = Buffer.alloc(200 + data.length);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(tags.length, 8);
  for (const [at, [tag, value]] of tags.entries()) {
    file.writeUInt16LE(tag, 10 + at * 12);
    file.writeUInt16LE(4, 12 + at * 12);
    file.writeUInt32LE(1, 14 + at * 12);
    file.writeUInt32LE(value, 18 + at * 12);
  }
  file.set(data, 200);
  return new Uint8Array(file);
}

test('a TIFF is damaged where its data cannot be what its head says, and only there', () => {
  const isDamaged = (bytes: Uint8Array) => tiffPicture(bytes, 1).isDamaged;
  expect(isDamaged(tiff)).toBe(false);
  expect(isDamaged(tiff.subarray(0, tiff.length / 2))).toBe(true);
  // 400 white lines as fax machines pack them, and a first code that clears the table and one that does not.
  const blank = Buffer.concat([Buffer.alloc(50, 0xff), Buffer.from('001001', 'hex')]);
  expect(isDamaged(packedTiff(blank, 4, 32, 400))).toBe(false);
  const noise = Buffer.from(Uint8Array.from({ length: 200_000 }, (_value, index) => (index * 7_919) ^ (index >> 5)));
  expect(isDamaged(packedTiff(noise, 4, 1_728, 2_200))).toBe(true);
  expect(isDamaged(packedTiff(Buffer.from('80002020', 'hex'), 5, 8, 1))).toBe(false);
  expect(isDamaged(packedTiff(Buffer.from('5a5a5a5a', 'hex'), 5, 8, 1))).toBe(true);
  // A way that no scanner uses.
  expect(isDamaged(packedTiff(blank, 999, 32, 400))).toBe(true);
});

test('a damaged picture and one that is too large are listed with that reason, not as one to try again', {
  timeout: 900_000,
}, async () => {
  const root = temporaryFolder();
  const huge = Uint8Array.from(png);
  new DataView(huge.buffer).setUint32(16, 60_000);
  new DataView(huge.buffer).setUint32(20, 60_000);
  const noise = Uint8Array.from(png);
  noise.fill(0x5a, 60);
  const noPage = Uint8Array.from(tiff);
  noPage.fill(0, firstPageAt, firstPageAt + 4);
  writeFiles(root, {
    'a-good.png': png,
    'b-noise.png': noise,
    'cut.png': png.subarray(0, 200),
    'd-no-page.tif': noPage,
    'e-cut.tif': tiff.subarray(0, 5_000),
    'huge.png': huge,
  });
  const library = await openTestLibrary({ folder: temporaryFolder(), embedThreads: 1 });
  onTestFinished(() => library.close());
  const { problems } = await library.index({ paths: [root], recognise: true });
  // The words of the good one are its own: no other picture is said to have them.
  expect(problems.map(({ path, reason }) => [basename(path), reason])).toEqual([
    ['b-noise.png', 'damaged'],
    ['cut.png', 'damaged'],
    ['d-no-page.tif', 'damaged'],
    ['e-cut.tif', 'damaged'],
    ['huge.png', 'too-large'],
  ]);
});
