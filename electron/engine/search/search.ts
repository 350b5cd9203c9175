// One search from question to hits: two over-fetched lists, one formula, copies folded, the threshold marked.
import type { SearchFilter, SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import { archiveTypes } from '../load/children/archive-types.js';
import type { RankedSearch } from '../rerank/reorder.js';
import type { Database } from '../store/sqlite.js';
import type { BackgroundSample } from './background-sample.js';
import { type Background, fusedScore } from './fuse.js';
import type { HeldVectors } from './held-vectors.js';
import { chooseShown, type JudgedHits, type JudgedPassage, toHit } from './hits.js';
import type { KeywordIndex } from './keyword-index.js';
import { isOnlyNarrowing, newestDocuments } from './newest-documents.js';
import { type ParsedQuery, parseQuery } from './parse-query.js';
import { chunksOfVectors, type Passage, type PassageReader } from './passages.js';
import { type Candidate, type Ranked, rankCandidates } from './rank-candidates.js';
import { isInScope, type Scope, scopeOf, withoutDocument } from './scope.js';
import { type PassageScore, prepareQuestion, type QuestionTerm, scorePassage } from './score-passage.js';
import type { SearchCall } from './search-methods.js';
import { searchedScope } from './searched-scope.js';
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
  readonly vectors: HeldVectors;
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

/** What a search can find out before the question's vector is there: most of what its words cost. */
export interface WordsPart {
  readonly query: ParsedQuery;
  readonly terms: readonly QuestionTerm[];
  readonly averageWords: number;
  readonly scope: Scope;
  /** Types whose passages are left out: see {@link listingTypes}. */
  readonly leftOut: ReadonlySet<string>;
  /** Chunks that the words bring into the first round. */
  readonly words: readonly number[];
}

/**
 * Does the part of a search that needs no vector. What the words found may be gone when the vector comes: then it is left
 * out. @throws AppError as {@link search}
 */
export function prepareSearch(parts: SearchParts, request: SearchRequest): WordsPart {
  return atOneMoment(parts.database, () => prepareInside(parts, request));
}

/**
 * Answers a question from one moment's state of the store.
 * @param prepared what {@link prepareSearch} gave for the same request
 * @throws AppError `wrong-use` for a date in the filter that does not exist
 */
export function search(parts: SearchParts, call: SearchCall, prepared?: WordsPart): SearchResult {
  return timed(parts.database, () => searchInside(parts, call, prepared ?? prepareInside(parts, call.request))).result;
}

/** As {@link search}, with what is to be known of each hit, in their order, so that they can be put in another one. */
export function rankedSearch(parts: SearchParts, call: SearchCall, prepared?: WordsPart): RankedSearch {
  return timed(parts.database, () => {
    const { result, shown, background } = searchInside(parts, call, prepared ?? prepareInside(parts, call.request));
    const contexts = parts.passages.contexts(shown.map(({ ranked }) => ranked.candidate.passage.id));
    const figures = shown.map(({ ranked }) => ({
      score: comparableScore(ranked, call.request, background),
      context: contexts.get(ranked.candidate.passage.id) ?? '',
    }));
    return { result, figures };
  });
}

/** A hit's score on the scale of the default order, whatever order it was found in. */
function comparableScore(
  { candidate, z, score }: Ranked,
  { mode, fusion }: SearchRequest,
  background: Background | null,
): number {
  if (mode === 'vector') return z ?? 0;
  return fusion === 'rrf' ? fusedScore(candidate, background) : score;
}

function timed<T extends { readonly result: SearchResult }>(database: Database, work: () => T): T {
  const start = performance.now();
  const found = atOneMoment(database, work);
  return { ...found, result: { ...found.result, seconds: (performance.now() - start) / 1_000 } };
}

function atOneMoment<T>(database: Database, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('COMMIT');
  }
}

function fetchedFirst({ k = defaultCount }: SearchRequest): number {
  return Math.max(leastFetched, k * fetchedPerHit);
}

function prepareInside({ database, keywords, passages }: SearchParts, request: SearchRequest): WordsPart {
  const query = parseQuery(request.query, request.literal);
  const { chunks, averageWords } = keywords.counts();
  const terms = keywords.termsOf(query.words, chunks);
  const scope = scopeOf(database, query, request.filter ?? {});
  const fetched = wordsFetchedOf(fetchedFirst(request));
  const words = request.mode === 'vector' ? [] : keywords.candidates(terms, scope, fetched);
  // The reader remembers them.
  passages.read(words);
  return { query, terms, averageWords, scope, leftOut: leftOutOf([query.filter, request.filter ?? {}]), words };
}

/** Their text is a list of names. It is to be read in the reading pane, and answers no question: what lies in them does. */
const listingTypes: readonly string[] = archiveTypes;

/** Whoever asks for archives by their type gets them. */
function leftOutOf(filters: readonly SearchFilter[]): ReadonlySet<string> {
  const asked = new Set(filters.flatMap(({ types = [] }) => types.map((type) => type.toLowerCase())));
  return new Set(listingTypes.filter((type) => !asked.has(type)));
}

interface Found {
  readonly result: SearchResult;
  readonly shown: readonly JudgedPassage[];
  readonly background: Background | null;
}

function searchInside(parts: SearchParts, { request, questionVector }: SearchCall, prepared: WordsPart): Found {
  const { database } = parts;
  const { query, terms } = prepared;
  const mode = request.mode ?? 'hybrid';
  const count = request.k ?? defaultCount;
  const vector = mode === 'words' ? null : questionVector;
  if (isOnlyNarrowing(query, prepared.scope)) return listed(parts, request, prepared);
  const background = vector === null ? null : parts.background.of(vector);

  const gathered = new Map<number, Candidate>();
  let ranked: readonly Ranked[] = [];
  let { scope } = prepared;
  let words = prepared.words;
  for (let fetched = fetchedFirst(request); ; ) {
    const { candidates, isAll } = gather(parts, { ...prepared, scope, words, vector }, fetched);
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
    if (mode !== 'vector') words = parts.keywords.candidates(terms, scope, wordsFetchedOf(fetched));
  }
  const judged = parts.judge({ query, terms, ranked, background, questionVector: vector });
  const threshold = request.minRelevance ?? judged.threshold;
  const shown = chooseShown(ranked.slice(0, count), judged.relevances, threshold, request.all === true);
  const places = parts.passages.places(
    shown.flatMap(({ ranked: { candidate, copies } }) => [candidate, ...copies].map(({ passage }) => passage.id)),
  );
  const cosines = vector === null ? noCosines : cosinesOf(parts.vectors, vector, shown);
  const result: SearchResult = {
    query: request.query,
    answerable: judged.answerable,
    threshold,
    seconds: 0,
    hits: shown.map((one) => toHit(one, terms, places, cosines)),
    listed: false,
    chunksWithoutVector: withoutVector(database),
    vectorSource: vector === null ? 'none' : parts.vectors.source,
    searched: shown.length > 0 ? null : searchedScope(database, query.filter, request.filter ?? {}),
  };
  return { result, shown, background };
}

/** There is nothing to judge: each document fits as well as the next. */
function listed({ database, passages }: SearchParts, request: SearchRequest, prepared: WordsPart): Found {
  const { scope, leftOut, averageWords } = prepared;
  const ids = newestDocuments(database, scope, leftOut, request.k ?? defaultCount);
  const read = new Map(passages.read(ids).map((passage) => [passage.id, passage]));
  const noWords = prepareQuestion([]);
  const shown = ids.flatMap((id, at): readonly JudgedPassage[] => {
    const passage = read.get(id);
    if (passage === undefined) return [];
    const candidate = candidateOf(passage, scorePassage(noWords, passage.words, averageWords), noRanks);
    return [
      { ranked: { candidate, z: null, score: 0, copies: [] }, rank: at + 1, relevance: null, isBelowThreshold: false },
    ];
  });
  const places = passages.places(ids);
  const result: SearchResult = {
    query: request.query,
    answerable: null,
    threshold: request.minRelevance ?? 0,
    seconds: 0,
    hits: shown.map((one) => toHit(one, [], places, noCosines)),
    listed: true,
    chunksWithoutVector: withoutVector(database),
    vectorSource: 'none',
    searched: shown.length > 0 ? null : searchedScope(database, prepared.query.filter, request.filter ?? {}),
  };
  return { result, shown, background: null };
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
  vectors: HeldVectors,
  question: Float32Array,
  shown: readonly JudgedPassage[],
): ReadonlyMap<number, number> {
  const rows = shown.flatMap(({ ranked: { candidate } }) => candidate.passage.vector ?? []);
  return new Map([...vectors.readPlain(rows)].map(([row, vector]) => [row, dot(question, vector)]));
}

function wordsFetchedOf(fetched: number): number {
  return Math.ceil(fetched * wordsShare);
}

/** The candidates of both lists with all their figures; `isAll` when fetching more would bring no others. */
function gather(
  parts: SearchParts,
  { terms, vector, words, scope, leftOut, averageWords }: WordsPart & { readonly vector: Float32Array | null },
  fetched: number,
): { readonly candidates: readonly Candidate[]; readonly isAll: boolean } {
  const near = vector === null ? [] : nearestIn(parts.vectors, vector, fetched, scope);
  const byVector = chunksOfVectors(
    parts.database,
    near.map(({ vectorId }) => vectorId),
    copiesOfVector,
    (chunk) => isInScope(scope, chunk),
  );
  const ids = new Set([...[...byVector.values()].flat(), ...words]);
  const passages = parts.passages.read([...ids]).filter(({ type }) => !leftOut.has(type));

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

  const candidates = scored.map(({ passage, score }) =>
    candidateOf(passage, score, {
      nearness: passage.vector === null ? null : (nearnesses.get(passage.vector) ?? null),
      vectorRank: passage.vector === null ? null : (vectorRanks.get(passage.vector) ?? null),
      wordsRank: wordsRanks.get(passage.id) ?? null,
    }),
  );
  const isAll = near.length < fetched && words.length < wordsFetchedOf(fetched);
  return { candidates, isAll };
}

const noRanks = { nearness: null, vectorRank: null, wordsRank: null };

function candidateOf(
  passage: Passage,
  score: PassageScore,
  ranks: Pick<Candidate, 'nearness' | 'vectorRank' | 'wordsRank'>,
): Candidate {
  return {
    key: `${passage.relativePath}\n${String(passage.start).padStart(12, '0')}\n${passage.id}`,
    passage,
    score,
    coverage: score.coverage,
    bm25Share: score.bm25Share,
    neighbours: score.neighbours,
    ...ranks,
  };
}

function nearestIn(vectors: HeldVectors, question: Float32Array, count: number, scope: Scope): readonly NearVector[] {
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
