// One search from question to hits: two over-fetched lists, one formula, copies folded, the threshold marked.
import type { SearchResult } from '../../../shared/domain/search.js';
import type { Database } from '../store/sqlite.js';
import type { BackgroundSample } from './background-sample.js';
import type { Background } from './fuse.js';
import { chooseShown, type JudgedHits, type JudgedPassage, toHit } from './hits.js';
import type { KeywordIndex } from './keyword-index.js';
import type { LibraryVectors } from './library-vectors.js';
import { type ParsedQuery, parseQuery } from './parse-query.js';
import { chunksOfVectors, type PassageReader } from './passages.js';
import { type Candidate, type Ranked, rankCandidates } from './rank-candidates.js';
import { isInScope, type Scope, scopeOf, withoutDocument } from './scope.js';
import { prepareQuestion, type QuestionTerm, scorePassage } from './score-passage.js';
import type { SearchCall } from './search-methods.js';
import { dot, type NearVector } from './vector-index.js';

const defaultCount = 10;
/** Candidates taken from each list for a page of ten. */
const leastFetched = 48;
const fetchedPerHit = 2;
const mostFetched = 2_048;
/** A document with more than this share of the candidates hides the others. */
const crowdShare = 1 / 2;
/** The words give two lists (see {@link KeywordIndex.candidates}), which are mostly the same: each is shorter. */
const wordsShare = 2 / 3;
/** Copies of one passage that are followed; a file may lie in a thousand places. */
const copiesOfVector = 16;

export interface SearchParts {
  readonly database: Database;
  readonly vectors: LibraryVectors;
  readonly keywords: KeywordIndex;
  readonly passages: PassageReader;
  readonly background: BackgroundSample;
  readonly judge: Judge;
}

/** Says how relevant each hit is, and whether the question is answered at all. */
export type Judge = (question: {
  readonly query: ParsedQuery;
  readonly terms: readonly QuestionTerm[];
  readonly ranked: readonly Ranked[];
  readonly background: Background | null;
  readonly questionVector: Float32Array | null;
}) => JudgedHits;

/**
 * Answers a question from one moment's state of the store.
 * @throws AppError `wrong-use` for a date in the filter that does not exist
 */
export function search(parts: SearchParts, call: SearchCall): SearchResult {
  const start = performance.now();
  const { database } = parts;
  database.exec('BEGIN');
  try {
    const result = searchInside(parts, call);
    return { ...result, seconds: (performance.now() - start) / 1_000 };
  } finally {
    database.exec('COMMIT');
  }
}

function searchInside(parts: SearchParts, { request, questionVector }: SearchCall): SearchResult {
  const { database, keywords } = parts;
  const mode = request.mode ?? 'hybrid';
  const count = request.k ?? defaultCount;
  const query = parseQuery(request.query, request.literal);
  const vector = mode === 'words' ? null : questionVector;
  const counts = keywords.counts();
  const terms = keywords.termsOf(query.words, counts.chunks);
  const background = vector === null ? null : parts.background.of(vector);
  const question: Question = {
    terms,
    vector,
    usesWords: mode !== 'vector',
    scope: scopeOf(database, query, request.filter ?? {}),
    averageWords: counts.averageWords,
  };

  const gathered = new Map<number, Candidate>();
  let ranked: readonly Ranked[] = [];
  let { scope } = question;
  for (let fetched = Math.max(leastFetched, count * fetchedPerHit); ; ) {
    const { candidates, isAll } = gather(parts, { ...question, scope }, fetched);
    // What an earlier round found was nearer.
    for (const candidate of candidates) {
      if (!gathered.has(candidate.passage.id)) gathered.set(candidate.passage.id, candidate);
    }
    ranked = rankCandidates([...gathered.values()], mode, request.fusion ?? 'default', background);
    // Copies, and vectors that no passage uses any more, may have left too few.
    if (isAll || ranked.length >= count || fetched >= mostFetched) break;
    const crowd = crowdOf(candidates);
    if (crowd === null) fetched *= 4;
    else scope = withoutDocument(database, scope, crowd);
  }
  const judged = parts.judge({ query, terms, ranked, background, questionVector: vector });
  const threshold = request.minRelevance ?? judged.threshold;
  const shown = chooseShown(ranked.slice(0, count), judged.relevances, threshold, request.all === true);
  const places = parts.passages.places(
    shown.flatMap(({ ranked: { candidate, copies } }) => [candidate, ...copies].map(({ passage }) => passage.id)),
  );
  const cosines = vector === null ? noCosines : cosinesOf(parts.vectors, vector, shown);
  return {
    query: request.query,
    answerable: judged.answerable,
    threshold,
    seconds: 0,
    hits: shown.map((one) => toHit(one, terms, places, cosines)),
    chunksWithoutVector: withoutVector(database),
    vectorSource: vector === null ? 'none' : parts.vectors.source,
  };
}

/** The document that takes most of the places: a log, an export, with the same words in passage after passage. */
function crowdOf(candidates: readonly Candidate[]): number | null {
  const counts = new Map<number, number>();
  for (const { passage } of candidates) counts.set(passage.document, (counts.get(passage.document) ?? 0) + 1);
  const crowd = [...counts].find(([, count]) => count > candidates.length * crowdShare);
  return crowd === undefined || crowd[1] < leastFetched / 2 ? null : crowd[0];
}

const noCosines: ReadonlyMap<number, number> = new Map();

/** What a person sees as similarity is the plain dot product, language and all. By vector row. */
function cosinesOf(
  vectors: LibraryVectors,
  question: Float32Array,
  shown: readonly JudgedPassage[],
): ReadonlyMap<number, number> {
  const rows = shown.flatMap(({ ranked: { candidate } }) => candidate.passage.vector ?? []);
  return new Map([...vectors.readPlain(rows)].map(([row, vector]) => [row, dot(question, vector)]));
}

interface Question {
  readonly terms: readonly QuestionTerm[];
  readonly vector: Float32Array | null;
  readonly usesWords: boolean;
  readonly scope: Scope;
  readonly averageWords: number;
}

/** The candidates of both lists with all their figures; `isAll` when fetching more would bring no others. */
function gather(
  parts: SearchParts,
  { terms, vector, usesWords, scope, averageWords }: Question,
  fetched: number,
): { readonly candidates: readonly Candidate[]; readonly isAll: boolean } {
  const near = vector === null ? [] : nearestIn(parts.vectors, vector, fetched, scope);
  const byVector = chunksOfVectors(
    parts.database,
    near.map(({ vectorId }) => vectorId),
    copiesOfVector,
    (chunk) => isInScope(scope, chunk),
  );
  const wordsFetched = Math.ceil(fetched * wordsShare);
  const words = usesWords ? parts.keywords.candidates(terms, scope, wordsFetched) : [];
  const ids = new Set([...[...byVector.values()].flat(), ...words]);
  const passages = parts.passages.read([...ids]);

  const nearnesses = new Map(near.map(({ vectorId, nearness }) => [vectorId, nearness]));
  if (vector !== null) {
    const others = passages.flatMap((passage) =>
      passage.vector === null || nearnesses.has(passage.vector) ? [] : [passage.vector],
    );
    for (const [id, other] of parts.vectors.read(others)) nearnesses.set(id, dot(vector, other));
  }
  const vectorRanks = new Map(near.map(({ vectorId }, at) => [vectorId, at + 1]));
  const wordsFound = new Set(words);
  const prepared = prepareQuestion(terms);
  const scored = passages.map((passage) => ({ passage, score: scorePassage(prepared, passage.words, averageWords) }));
  const wordsRanks = ranksByWords(scored.filter(({ passage, score }) => wordsFound.has(passage.id) && score.bm25 > 0));

  const candidates = scored.map(({ passage, score }): Candidate => {
    return {
      key: `${passage.relativePath}\n${String(passage.start).padStart(12, '0')}\n${passage.id}`,
      passage,
      score,
      coverage: score.coverage,
      bm25Share: score.bm25Share,
      neighbours: score.neighbours,
      nearness: passage.vector === null ? null : (nearnesses.get(passage.vector) ?? null),
      vectorRank: passage.vector === null ? null : (vectorRanks.get(passage.vector) ?? null),
      wordsRank: wordsRanks.get(passage.id) ?? null,
    };
  });
  const isAll = near.length < fetched && words.length < wordsFetched;
  return { candidates, isAll };
}

function nearestIn(
  vectors: LibraryVectors,
  question: Float32Array,
  count: number,
  scope: Scope,
): readonly NearVector[] {
  return scope.vectors === null
    ? vectors.nearest(question, count)
    : vectors.nearestAmong(question, count, scope.vectors);
}

type Scored = Pick<Candidate, 'passage' | 'score'>;

function ranksByWords(scored: readonly Scored[]): ReadonlyMap<number, number> {
  const best = [...scored].sort((a, b) => b.score.bm25 - a.score.bm25 || a.passage.id - b.passage.id);
  return new Map(best.map(({ passage }, at) => [passage.id, at + 1]));
}

function withoutVector(database: Database): number {
  return database.get<{ count: number }>('SELECT count(*) AS count FROM chunks WHERE vector IS NULL')?.count ?? 0;
}
