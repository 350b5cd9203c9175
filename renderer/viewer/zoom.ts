// How large a page is drawn.
import { assertNever } from '../../shared/errors.js';

/** `readable`: as wide as the pane, but never so small that the text cannot be read. */
export type Zoom =
  | { readonly kind: 'readable' }
  | { readonly kind: 'fit' }
  | { readonly kind: 'scale'; readonly scale: number };

/** One point of a page in pixels at 100 %: points are 72 to the inch, pixels 96. */
const fullSizeScale = 96 / 72;

/** Beside a conversation in a small window a page has some 430 pixels: it is rather read small than moved about. */
const leastReadable = 0.65;

const steps = [0.25, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4].map((step) => step * fullSizeScale);

/** The scale (pixels per point) that a zoom comes to where `fitScale` fills the pane's width. */
export function scaleOf(zoom: Zoom, fitScale: number): number {
  switch (zoom.kind) {
    case 'readable':
      return Math.max(fitScale, leastReadable);
    case 'fit':
      return fitScale;
    case 'scale':
      return zoom.scale;
    default:
      return assertNever(zoom);
  }
}

/** The share of its real size that a page has on screen. */
export function shareOfFullSize(scale: number): number {
  return scale / fullSizeScale;
}

/** The next step larger (1) or smaller (-1) than `scale`; `scale` itself where there is none. */
export function nextZoom(scale: number, direction: 1 | -1): number {
  const step =
    direction === 1
      ? steps.find((candidate) => candidate > scale + 0.01)
      : steps.findLast((candidate) => candidate < scale - 0.01);
  return step ?? scale;
}
