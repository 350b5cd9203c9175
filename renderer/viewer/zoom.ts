// How large a page is drawn.

export type Zoom = { readonly kind: 'fit' } | { readonly kind: 'scale'; readonly scale: number };

const steps = [0.25, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;

/** The next step larger (1) or smaller (-1) than `scale`; the last one at either end. */
export function nextZoom(scale: number, direction: 1 | -1): number {
  const step =
    direction === 1
      ? steps.find((candidate) => candidate > scale + 0.01)
      : steps.findLast((candidate) => candidate < scale - 0.01);
  return step ?? (direction === 1 ? 4 : 0.25);
}
