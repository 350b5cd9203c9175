// What a person sees of the ranked passages: text, place, matched words, and what lies below the threshold.
import type { Hit, TextRange } from '../../../shared/domain/search.js';
import { AppError } from '../../../shared/errors.js';
import { locatorOf } from '../store/locators.js';
import { wordsOf } from './fold-words.js';
import type { PassagePlace } from './passages.js';
import type { Candidate, Ranked } from './rank-candidates.js';
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

/** A ranked passage that is to be shown, with its judgement. */
export interface JudgedPassage {
  readonly ranked: Ranked;
  /** From 1. */
  readonly rank: number;
  readonly relevance: number | null;
  readonly isBelowThreshold: boolean;
}

/** The list ends after the last hit at or above the threshold, or holds the three nearest; with `isAll` it is whole. */
export function chooseShown(
  ranked: readonly Ranked[],
  relevances: readonly (number | null)[],
  threshold: number,
  isAll: boolean,
): readonly JudgedPassage[] {
  const judged = ranked.map((one, at) => {
    const relevance = relevances[at] ?? null;
    return { ranked: one, rank: at + 1, relevance, isBelowThreshold: relevance !== null && relevance < threshold };
  });
  return isAll ? judged : judged.slice(0, shownCount(judged.map(({ isBelowThreshold }) => isBelowThreshold)));
}

/** How many of a list are shown whose members are below the threshold or not. */
export function shownCount(areBelow: readonly boolean[]): number {
  const shown = areBelow.lastIndexOf(false) + 1;
  return shown === 0 ? Math.min(nearestShown, areBelow.length) : shown;
}

export function toHit(
  { ranked: { candidate, copies }, rank, relevance, isBelowThreshold }: JudgedPassage,
  terms: readonly QuestionTerm[],
  places: ReadonlyMap<number, PassagePlace>,
  cosines: ReadonlyMap<number, number>,
): Hit {
  const { passage, score } = candidate;
  const place = placeIn(places, candidate);
  const isFound = (at: number): boolean => (score.found[at] ?? 0) > 0;
  return {
    rank,
    ...nameOf(place),
    title: place.title,
    type: place.type,
    language: place.language,
    modified: new Date(place.modifiedMs).toISOString(),
    offline: place.isOffline,
    text: passage.text,
    start: place.start,
    end: place.end,
    locator: locatorOf(place),
    recognised: place.recognised,
    cosine: passage.vector === null ? null : (cosines.get(passage.vector) ?? null),
    relevance,
    belowThreshold: isBelowThreshold,
    wordsRank: candidate.wordsRank,
    vectorRank: candidate.vectorRank,
    matchedTerms: terms.filter((_, at) => isFound(at)).map(({ typed }) => typed),
    missingTerms: terms.filter((_, at) => !isFound(at)).map(({ typed }) => typed),
    matches: matchesIn(passage.text, terms, score.found),
    copies: copies.map((copy) => nameOf(placeIn(places, copy))),
  };
}

function placeIn(places: ReadonlyMap<number, PassagePlace>, { passage }: Candidate): PassagePlace {
  const place = places.get(passage.id);
  if (place === undefined) throw new AppError('bug', 'A passage was ranked that the store does not have.');
  return place;
}

function nameOf({ path, documentId, chunkId }: PassagePlace): Pick<Hit, 'path' | 'documentId' | 'chunkId'> {
  return { path, documentId, chunkId };
}

/** Words of the question where they stand, and words like them where the passage does not have the very word. */
function matchesIn(text: string, terms: readonly QuestionTerm[], found: readonly number[]): readonly TextRange[] {
  const rarest = Math.max(0, ...terms.map(({ fuzzyIdf }) => fuzzyIdf));
  const marked = new Set<string>();
  for (const [at, term] of terms.entries()) {
    if (term.fuzzyIdf < rarest * tellingShare) continue;
    marked.add(term.word);
    if ((found[at] ?? 0) < 1) for (const word of term.similar.keys()) marked.add(word);
  }
  const ranges: TextRange[] = [];
  for (const { word, start, end } of wordsOf(text)) {
    if (!marked.has(word)) continue;
    const last = ranges.at(-1);
    // Pairs of characters overlap.
    if (last !== undefined && start <= last.end) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start, end });
  }
  return ranges;
}
