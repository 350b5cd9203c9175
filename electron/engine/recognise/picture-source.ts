// A file whose pages can be had as pictures.

/** How a picture is turned clockwise before it is read. */
export type Turn = 0 | 90 | 180 | 270;

export interface PagePicture {
  /** A picture file of a kind that Tesseract reads by itself: graymap, PNG, JPEG, WebP. */
  readonly file: Uint8Array;
  /** How the file says that it is to be turned to be shown. */
  readonly turn: Turn;
  /** Pixels, as it is shown. */
  readonly width: number;
  readonly height: number;
  /** Null where it is not known. */
  readonly dotsPerInch: number | null;
  /** The page's size in points, as the viewer shows it; of a picture file its own pixels. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** It could be drawn, but not as it was: where no word is found on it, that is why. */
  readonly isDamaged?: boolean | undefined;
}

export interface PictureSource {
  /** `page` counts from 1. Throws what the drawing of a damaged page throws. */
  picture(page: number): Promise<PagePicture>;
  close(): void;
}

/** Portable graymap: the plainest picture file there is, and the quickest to write and to read. One byte a pixel, 0 black. */
export function portableGraymap(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  return file;
}
