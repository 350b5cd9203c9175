// Brings the marked passage to the upper part of what scrolls.

const shareAbove = 0.22;
const framesToSettle = 8;

/**
 * Scrolls so that the element marked as the passage's start is near the top. Parts of a virtual list get their true
 * heights a frame or two after they are drawn, so it looks again for a few frames. Gives a function that stops it.
 */
export function scrollToMark(scroller: HTMLElement): () => void {
  let framesLeft = framesToSettle;
  let frame = requestAnimationFrame(step);
  function step(): void {
    const mark = scroller.querySelector('[data-passage-start]');
    if (mark !== null) {
      const top = mark.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      const wanted = scroller.clientHeight * shareAbove;
      if (Math.abs(top - wanted) > 2) scroller.scrollTop += top - wanted;
    }
    framesLeft--;
    if (framesLeft > 0) frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}
