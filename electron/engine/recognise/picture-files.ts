// Picture files: PNG, JPEG and WebP go to Tesseract as they are, TIFF (which scanners and fax machines write) by its own reader.
import { imageSize } from 'image-size';
import { AppError } from '../../../shared/errors.js';
import { loadLimits } from '../load/load-limits.js';
import type { PagePicture, PictureSource, Turn } from './picture-source.js';
import type { PictureType } from './picture-types.js';
import { tiffPicture } from './tiff.js';

export function openPictureFile(bytes: Uint8Array, type: PictureType): PictureSource {
  return {
    picture: async (page) => (type === 'tiff' ? tiffPicture(bytes, page) : wholePicture(bytes)),
    close: () => undefined,
  };
}

/** As cameras note how they were held (EXIF): these four turn a picture, the others mirror it and are not met in documents. */
const turnOfOrientation: Readonly<Record<number, Turn>> = { 1: 0, 3: 180, 6: 90, 8: 270 };

function wholePicture(bytes: Uint8Array): PagePicture {
  const { width: storedWidth, height: storedHeight, orientation = 1 } = imageSize(bytes);
  if (storedWidth * storedHeight > loadLimits.maxDecodedPixels) {
    throw new AppError('too-large', 'This picture is too large to be recognised.');
  }
  const turn = turnOfOrientation[orientation] ?? 0;
  const isOnSide = turn === 90 || turn === 270;
  const [width, height] = isOnSide ? [storedHeight, storedWidth] : [storedWidth, storedHeight];
  return { file: bytes, turn, width, height, dotsPerInch: null, widthPt: width, heightPt: height };
}
