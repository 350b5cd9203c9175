// From candidates with their figures to one list without copies. Pure.
import type { FusionName, SearchMode } from '../../../shared/domain/search.js';
import { assertNever } from '../../../shared/errors.js';
import { type Background, type Fused, type FusionInput, fuseByFigures, fuseByRank, inOrder, zOf } from './fuse.js';
import type { Passage } from './passages.js';
import type { PassageScore } from './score-passage.js';

export interface Candidate extends FusionInput {
  readonly passage: Passage;
  readonly score: PassageScore;
}

export interface Ranked extends Fused<Candidate> {
  /** Passages with the same words, best first. */
  readonly copies: readonly Candidate[];
}

/** Orders candidates; a mode with one ranker uses that ranker's own order and leaves out what it did not find. */
export function rankCandidates(
  candidates: readonly Candidate[],
  mode: SearchMode,
  fusion: FusionName,
  background: Background | null,
): readonly Ranked[] {
  return foldCopies(order(candidates, mode, fusion, background));
}

function order(
  candidates: readonly Candidate[],
  mode: SearchMode,
  fusion: FusionName,
  background: Background | null,
): readonly Fused<Candidate>[] {
  const z = ({ nearness }: Candidate): number | null =>
    nearness === null || background === null ? null : zOf(nearness, background);
  switch (mode) {
    case 'vector':
      return inOrder(
        candidates
          .filter(({ vectorRank }) => vectorRank !== null)
          .map((candidate) => ({ candidate, z: z(candidate), score: candidate.nearness ?? 0 })),
      );
    case 'words':
      return inOrder(
        candidates
          .filter(({ wordsRank }) => wordsRank !== null)
          .map((candidate) => ({ candidate, z: null, score: candidate.score.bm25 })),
      );
    case 'hybrid':
      return fusion === 'rrf'
        ? fuseByRank(candidates).map((fused) => ({ ...fused, z: z(fused.candidate) }))
        : fuseByFigures(candidates, background);
    default:
      return assertNever(mode);
  }
}

/** The best of those with the same words stays, the others go with it; a repetition inside one document is dropped. */
function foldCopies(fused: readonly Fused<Candidate>[]): readonly Ranked[] {
  const groups = new Map<string, { readonly lead: Fused<Candidate>; readonly copies: Candidate[] }>();
  for (const one of fused) {
    const { textKey, document } = one.candidate.passage;
    const group = groups.get(textKey);
    if (group === undefined) groups.set(textKey, { lead: one, copies: [] });
    else if (![group.lead.candidate, ...group.copies].some(({ passage }) => passage.document === document)) {
      group.copies.push(one.candidate);
    }
  }
  return [...groups.values()].map(({ lead, copies }) => ({ ...lead, copies }));
}
