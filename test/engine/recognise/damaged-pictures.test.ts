// Pictures that cannot be drawn say so, and say it once and for all: trying again would not help.
import { expect, onTestFinished, test } from 'vitest';
import { countTiffPages } from '../../../electron/engine/recognise/tiff.js';
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

test('a damaged picture and one that is too large are listed with that reason, not as one to try again', {
  timeout: 900_000,
}, async () => {
  const root = temporaryFolder();
  const huge = Uint8Array.from(png);
  new DataView(huge.buffer).setUint32(16, 60_000);
  new DataView(huge.buffer).setUint32(20, 60_000);
  writeFiles(root, { 'cut.png': png.subarray(0, 200), 'huge.png': huge });
  const library = await openTestLibrary({ folder: temporaryFolder(), embedThreads: 1 });
  onTestFinished(() => library.close());
  const { problems } = await library.index({ paths: [root], recognise: true });
  expect(problems.map(({ reason }) => reason)).toEqual(['damaged', 'too-large']);
});
