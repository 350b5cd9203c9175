// Keeps the end of a growing text in view as long as the person is at its end, and stays where they scrolled to otherwise.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** So near to the end counts as being there. */
const nearPx = 32;

export interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly goToEnd: () => void;
}

export function useStickToEnd(): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);

  const goToEnd = useCallback(() => {
    sticks.current = true;
    setAtEnd(true);
    const box = scroller.current;
    if (box !== null) box.scrollTop = box.scrollHeight;
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    let lastTop = box.scrollTop;
    const onScroll = (): void => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= nearPx;
      // Growing never scrolls up by itself: only a person does, and then nothing pulls them back.
      if (isNear) sticks.current = true;
      else if (box.scrollTop < lastTop) sticks.current = false;
      lastTop = box.scrollTop;
      setAtEnd(isNear || sticks.current);
    };
    const observer = new ResizeObserver(() => {
      if (sticks.current) box.scrollTop = box.scrollHeight;
      else onScroll();
    });
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { scroller, content, isAtEnd, goToEnd };
}
