// What a person sees of the ranked passages: text, place, matched words, and what lies below the threshold.
import type { Hit, TextRange } from '../../../shared/domain/search.js';
import type { Passage } from './passages.js';
import type { Ranked } from './rank-candidates.js';
import type { QuestionTerm } from './score-passage.js';

export interface JudgedHits {
  /** One for each ranked passage, in their order; null without calibration or vector. */
  readonly relevances: readonly (number | null)[];
  readonly answerable: number | null;
  /** Used where the request names none. */
  readonly threshold: number;
}

/** Shown where nothing reaches the threshold. */
const nearestShown = 3;
/** Words that are this much commoner than the question's rarest are not marked: a page full of marks marks nothing. */
const tellingShare = 0.25;

/** The list ends after the last hit at or above the threshold, or holds the three nearest; with `isAll` it is whole. */
export function toHits(
  ranked: readonly Ranked[],
  judged: JudgedHits,
  terms: readonly QuestionTerm[],
  threshold: number,
  isAll: boolean,
): readonly Hit[] {
  const hits = ranked.map((one, at) => toHit(one, at + 1, judged.relevances[at] ?? null, terms, threshold));
  if (isAll) return hits;
  const shown = hits.findLastIndex((hit) => !hit.belowThreshold) + 1;
  return hits.slice(0, shown === 0 ? nearestShown : shown);
}

function toHit(
  { candidate, copies }: Ranked,
  rank: number,
  relevance: number | null,
  terms: readonly QuestionTerm[],
  threshold: number,
): Hit {
  const { passage, score } = candidate;
  const isFound = (at: number): boolean => (score.found[at] ?? 0) > 0;
  return {
    rank,
    ...placeOf(passage),
    title: passage.title,
    type: passage.type,
    language: passage.language,
    modified: new Date(passage.modifiedMs).toISOString(),
    offline: passage.rootState === 'offline',
    text: passage.text,
    start: passage.start,
    end: passage.end,
    locator: {
      page: passage.page,
      line: passage.line,
      headingPath: JSON.parse(passage.headingPath) as readonly string[],
      sheet: passage.sheet,
      row: passage.row,
      slide: null,
      part: null,
    },
    cosine: candidate.cosine,
    relevance,
    belowThreshold: relevance !== null && relevance < threshold,
    wordsRank: candidate.wordsRank,
    vectorRank: candidate.vectorRank,
    matchedTerms: terms.filter((_, at) => isFound(at)).map(({ typed }) => typed),
    missingTerms: terms.filter((_, at) => !isFound(at)).map(({ typed }) => typed),
    matches: matchesIn(passage, terms, score.found),
    copies: copies.map((copy) => placeOf(copy.passage)),
  };
}

function placeOf(passage: Passage): Pick<Hit, 'path' | 'documentId' | 'chunkId'> {
  return { path: passage.path, documentId: passage.documentId, chunkId: passage.chunkId };
}

/** Words of the question where they stand, and words like them where the passage does not have the very word. */
function matchesIn({ words }: Passage, terms: readonly QuestionTerm[], found: readonly number[]): readonly TextRange[] {
  const rarest = Math.max(0, ...terms.map(({ fuzzyIdf }) => fuzzyIdf));
  const marked = new Set<string>();
  for (const [at, term] of terms.entries()) {
    if (term.fuzzyIdf < rarest * tellingShare) continue;
    marked.add(term.word);
    if ((found[at] ?? 0) < 1) for (const word of term.similar.keys()) marked.add(word);
  }
  const ranges: TextRange[] = [];
  for (const { word, start, end } of words.text) {
    if (!marked.has(word)) continue;
    const last = ranges.at(-1);
    // Pairs of characters overlap.
    if (last !== undefined && start <= last.end) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start, end });
  }
  return ranges;
}
