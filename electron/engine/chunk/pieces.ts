// A section as the pieces that chunks are packed from: sentences, whole table rows, whole code blocks.
import type { Block } from '../load/loaded-document.js';
import { linesOf, type Range, sentencesOf, trimmedRange, wordsOf } from './sentences.js';

export interface Piece extends Range {
  readonly tokens: number;
  /** `prose` may be repeated at the start of the next chunk; `whole` (rows, code) may not. */
  readonly kind: 'prose' | 'whole' | 'heading';
  readonly endsBlock: boolean;
  readonly block: Block;
}

export interface PieceLimits {
  /** A longer sentence is cut. */
  readonly sentenceTokens: number;
  /** A longer row or code block is cut; it must fit into one chunk. */
  readonly wholeTokens: number;
  /** About how long the parts of what is cut between words are. */
  readonly partTokens: number;
}

type Count = (text: string) => number;

/** No token of a model that Acervo knows is longer; a text longer than that many times its limit is not counted. */
const maxCharactersPerToken = 16;

/** Lazily: however long the block is, the first piece is there at once. */
export function* piecesOf(text: string, block: Block, count: Count, limits: PieceLimits): Generator<Piece> {
  const range = trimmedRange(text, block.start, block.end);
  if (range === null) return;
  const isWhole = block.kind === 'code' || block.kind === 'table-row';
  const kind = isWhole ? 'whole' : block.kind === 'heading' ? 'heading' : 'prose';
  const ranges = isWhole
    ? cutRange(text, range, count, limits.wholeTokens, limits.partTokens)
    : cutSentences(text, range, count, limits);
  for (const { start, end, tokens } of ranges) {
    yield { start, end, tokens, kind, endsBlock: end === range.end, block };
  }
}

interface CountedRange extends Range {
  readonly tokens: number;
}

function* cutSentences(text: string, range: Range, count: Count, limits: PieceLimits): Generator<CountedRange> {
  for (const sentence of sentencesOf(text, range.start, range.end)) {
    yield* cutRange(text, sentence, count, limits.sentenceTokens, limits.partTokens);
  }
}

/** The range itself if it fits, else its lines, else groups of words. */
function* cutRange(
  text: string,
  range: Range,
  count: Count,
  maxTokens: number,
  partTokens: number,
): Generator<CountedRange> {
  const tokens = countUpTo(text, range, count, maxTokens);
  if (tokens !== null) {
    yield { ...range, tokens };
    return;
  }
  for (const line of linesOf(text, range.start, range.end)) {
    const lineTokens = countUpTo(text, line, count, maxTokens);
    if (lineTokens !== null) yield { ...line, tokens: lineTokens };
    else yield* wordGroups(text, line, count, partTokens);
  }
}

function* wordGroups(text: string, range: Range, count: Count, partTokens: number): Generator<CountedRange> {
  let start = -1;
  let end = -1;
  let tokens = 0;
  for (const word of wordsOf(text, range.start, range.end)) {
    const counted = count(text.slice(word.start, word.end));
    // Counted alone, a part of a word has a word mark that it does not have in its place.
    const wordTokens = word.startsWord ? counted : Math.max(1, counted - 1);
    if (start !== -1 && tokens + wordTokens > partTokens) {
      yield { start, end, tokens };
      start = -1;
      tokens = 0;
    }
    if (start === -1) start = word.start;
    end = word.end;
    tokens += wordTokens;
  }
  if (start !== -1) yield { start, end, tokens };
}

/** The tokens of the range, or null if they are more than `maxTokens`. */
function countUpTo(text: string, { start, end }: Range, count: Count, maxTokens: number): number | null {
  if (end - start > maxTokens * maxCharactersPerToken) return null;
  const tokens = count(text.slice(start, end));
  return tokens <= maxTokens ? tokens : null;
}
