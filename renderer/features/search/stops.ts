// The passages that the arrow keys walk over: each card's first, and the others of cards that are unfolded.
import type { Hit } from '../../../shared/domain/search.js';
import type { HitGroup } from './group-hits.js';
import type { Reranked } from './search-state.js';

export interface Stop {
  readonly hit: Hit;
  readonly groupIndex: number;
}

export function stopsOf(groups: readonly HitGroup[], unfolded: ReadonlySet<string>): readonly Stop[] {
  return groups.flatMap((group, groupIndex) => [
    { hit: group.best, groupIndex },
    ...(unfolded.has(group.documentId) ? group.others.map((hit) => ({ hit, groupIndex })) : []),
  ]);
}

export type ChosenPassage = Pick<Hit, 'documentId' | 'chunkId'>;

/** The passage that was chosen, also in a folded card; its document's best where the passage is not found any more. */
export function stopOf(groups: readonly HitGroup[], chosen: ChosenPassage | null): Stop | undefined {
  const groupIndex = groups.findIndex(({ documentId }) => documentId === chosen?.documentId);
  const group = groups[groupIndex];
  if (group === undefined) return undefined;
  return { hit: group.others.find(({ chunkId }) => chunkId === chosen?.chunkId) ?? group.best, groupIndex };
}

/** The stop `step` further than the active one, held at both ends; the first where none is active. */
export function stopAfter(stops: readonly Stop[], activeChunkId: string | null, step: number): Stop | undefined {
  const at = stops.findIndex((stop) => stop.hit.chunkId === activeChunkId);
  if (at < 0) return stops[0];
  return stops[Math.min(stops.length - 1, Math.max(0, at + step))];
}

/** What is shown where nothing is chosen: the best; after reranking what was shown before, since it may be read already. */
export function stopToShow(stops: readonly Stop[], reranked: Reranked | null): Stop | undefined {
  const before = reranked?.firstBefore ?? null;
  const stop = stops.find(({ hit }) => hit.documentId === before?.documentId);
  return stop === undefined || before === null ? stops[0] : { ...stop, hit: before };
}
