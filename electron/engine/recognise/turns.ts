// Boxes of a turned picture, where they are in the picture as it was.
import type { Turn } from './picture-source.js';

export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export function sumOfTurns(one: Turn, other: Turn): Turn {
  return ((one + other) % 360) as Turn;
}

/** `width` and `height`: of the picture as it was; `turn`: clockwise. */
export function turnedBack({ x0, y0, x1, y1 }: PixelBox, turn: Turn, width: number, height: number): PixelBox {
  switch (turn) {
    case 0:
      return { x0, y0, x1, y1 };
    case 90:
      return { x0: y0, y0: height - x1, x1: y1, y1: height - x0 };
    case 180:
      return { x0: width - x1, y0: height - y1, x1: width - x0, y1: height - y0 };
    case 270:
      return { x0: width - y1, y0: x0, x1: width - y0, y1: x1 };
  }
}
