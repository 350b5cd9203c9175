// Pictures of text, drawn with a font that is installed with pdf.js, so that they look alike on every machine.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import utif from 'utif2';

export interface DrawnWord {
  readonly text: string;
  /** Pixels, from the top left; `y` is the base line. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PictureOfText {
  readonly width: number;
  readonly height: number;
  readonly jpeg: Uint8Array;
  readonly png: Uint8Array;
  readonly webp: Uint8Array;
  readonly tiff: Uint8Array;
  readonly words: readonly DrawnWord[];
}

const fontFamily = 'Test Sans';
/** A4 at 150 dots an inch. */
const [pageWidth, pageHeight] = [1_240, 1_754];
const sizePx = 30;

/** Black lines on a white page; `turn` is how the text lies on it, clockwise; `blur` in pixels makes them hard to read. */
export function pictureOfText(lines: readonly string[], turn: 0 | 90 | 180 | 270 = 0, blur = 0): PictureOfText {
  if (!GlobalFonts.has(fontFamily)) {
    const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    GlobalFonts.registerFromPath(join(pdfjs, 'standard_fonts', 'LiberationSans-Regular.ttf'), fontFamily);
  }
  const [width, height] = [pageWidth, pageHeight];
  const isOnSide = turn === 90 || turn === 270;
  const [textWidth, textHeight] = isOnSide ? [height, width] : [width, height];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.translate(-textWidth / 2, -textHeight / 2);
  context.fillStyle = '#000000';
  context.font = `${sizePx}px "${fontFamily}"`;
  if (blur > 0) context.filter = `blur(${blur}px)`;
  const words: DrawnWord[] = [];
  lines.forEach((line, index) => {
    const y = 150 + index * 48;
    let x = 120;
    for (const text of line.split(' ')) {
      context.fillText(text, x, y);
      const wordWidth = context.measureText(text).width;
      words.push({ text, x, y, width: wordWidth });
      x += wordWidth + context.measureText(' ').width;
    }
  });
  const { data } = context.getImageData(0, 0, width, height);
  return {
    width,
    height,
    jpeg: canvas.toBuffer('image/jpeg'),
    png: canvas.toBuffer('image/png'),
    webp: canvas.toBuffer('image/webp'),
    tiff: new Uint8Array(utif.encodeImage(new Uint8Array(data), width, height)),
    words,
  };
}
