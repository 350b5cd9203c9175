// Keys that read on while the focus is on the reading pane as a whole.

const linePx = 44;
const pageShare = 0.9;

/** How far a key scrolls, in pixels; null for a key that does not scroll. */
export function scrollDistancePx(key: string, isShift: boolean, pageHeightPx: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return linePx;
    case 'ArrowUp':
      return -linePx;
    case 'PageDown':
      return pageHeightPx * pageShare;
    case 'PageUp':
      return -pageHeightPx * pageShare;
    case ' ':
      return pageHeightPx * (isShift ? -pageShare : pageShare);
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return null;
  }
}

/** Scrolls what scrolls in `pane`. False: the key is not one of these. */
export function scrollByKey(pane: HTMLElement, key: string, isShift: boolean): boolean {
  const scroller = pane.querySelector('[data-scrolls]');
  if (scroller === null) return false;
  const distance = scrollDistancePx(key, isShift, scroller.clientHeight);
  if (distance === null) return false;
  const top = scroller.scrollTop + distance;
  scroller.scrollTop = Math.min(scroller.scrollHeight, Math.max(0, top));
  return true;
}
