// Hits by document, and their places on screen: what a person is looking at keeps its place until they pause.
import type { Hit } from '../../../shared/domain/search.js';

/** The passages of one document. The best is the first that reaches the threshold, or the first where none does. */
export interface HitGroup {
  readonly documentId: string;
  readonly best: Hit;
  readonly others: readonly Hit[];
}

/** Groups in the order of their best hits. */
export function groupHits(hits: readonly Hit[]): readonly HitGroup[] {
  const byDocument = new Map<string, Hit[]>();
  for (const hit of hits) {
    const group = byDocument.get(hit.documentId);
    if (group === undefined) byDocument.set(hit.documentId, [hit]);
    else group.push(hit);
  }
  const groups: HitGroup[] = [];
  for (const [documentId, hits] of byDocument) {
    const best = hits.find((hit) => !hit.belowThreshold) ?? hits[0];
    if (best !== undefined) groups.push({ documentId, best, others: hits.filter((hit) => hit !== best) });
  }
  return groups;
}

/** No passage of the document reaches the threshold. */
export function isUnsure({ best, others }: HitGroup): boolean {
  return [best, ...others].every((hit) => hit.belowThreshold);
}

/** The new groups with documents that were already shown in their old order, and the others after them. */
export function keepPlaces(shown: readonly HitGroup[], next: readonly HitGroup[]): readonly HitGroup[] {
  const fresh = new Map(next.map((group) => [group.documentId, group]));
  const kept: HitGroup[] = [];
  for (const { documentId } of shown) {
    const group = fresh.get(documentId);
    if (group !== undefined) kept.push(group);
    fresh.delete(documentId);
  }
  return [...kept, ...fresh.values()];
}

/** The groups by rank, unsure ones last: what the list becomes when the person pauses. */
export function byRank(groups: readonly HitGroup[]): readonly HitGroup[] {
  return [...groups].sort((a, b) => Number(isUnsure(a)) - Number(isUnsure(b)) || a.best.rank - b.best.rank);
}

/**
 * Where "less sure below this" stands: the index of the first group from which on every group is below the threshold.
 * Equals the number of groups when none is.
 */
export function firstUnsure(groups: readonly HitGroup[]): number {
  return groups.findLastIndex((group) => !isUnsure(group)) + 1;
}

export interface HitCounts {
  readonly passages: number;
  readonly documents: number;
  /** Passages below the threshold, which the other two do not count. */
  readonly unsure: number;
}

export function countHits(hits: readonly Hit[]): HitCounts {
  const sure = hits.filter((hit) => !hit.belowThreshold);
  return {
    passages: sure.length,
    documents: new Set(sure.map((hit) => hit.documentId)).size,
    unsure: hits.length - sure.length,
  };
}
