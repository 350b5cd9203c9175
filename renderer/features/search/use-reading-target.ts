// What the reading pane shows follows the cards a moment later, so that walking fast over them opens only the last.
import { useEffect, useState } from 'react';
import type { Hit } from '../../../shared/domain/search.js';
import { type ReadingTarget, targetOfHit } from '../../viewer/reading-target.js';
import type { SearchState } from './search-state.js';

const followAfterMs = 120;

/** Keeps what was shown while the person types; null when the box is empty, or when nothing was found. */
export function useReadingTarget(state: SearchState, hit: Hit | null): ReadingTarget | null {
  const [target, setTarget] = useState<ReadingTarget | null>(null);
  const groups = state.groups;
  const isEmpty = state.phase === 'empty' || (state.phase === 'settled' && groups.length === 0);
  useEffect(() => {
    if (isEmpty) return setTarget(null);
    if (hit === null) return;
    const timer = setTimeout(() => {
      const group = groups.find(({ documentId }) => documentId === hit.documentId);
      const next = targetOfHit(hit, group === undefined ? [hit] : [group.best, ...group.others]);
      // The same passages with other figures are no reason to scroll away from where the person reads.
      setTarget((now) => (now !== null && shownOf(now) === shownOf(next) ? now : next));
    }, followAfterMs);
    return () => clearTimeout(timer);
  }, [isEmpty, hit, groups]);
  return target;
}

/** All that can be seen of it in the pane. */
function shownOf({ path, title, type, passage, passages }: ReadingTarget): string {
  const places = passages.map(({ chunkId, locator }) => [chunkId, locator]);
  return JSON.stringify([path, title, type, passage?.chunkId, passage?.matches, passage?.start, places]);
}
