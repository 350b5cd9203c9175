// Packs the pieces of one section into passages of about the wanted length.
import { type Piece, piecesOf } from './pieces.js';
import type { Section } from './sections.js';

export interface PackedPassage {
  readonly start: number;
  readonly end: number;
  /** About how many; the exact number is known when context and passage are encoded together. */
  readonly tokens: number;
  readonly row: number | null;
  readonly section: Section;
  /** The most that a passage of this section may have. */
  readonly maxTokens: number;
}

export interface PackLimits {
  readonly targetTokens: number;
  /** Of a passage, without prefix, context and special tokens. */
  readonly maxTokens: number;
  readonly overlapTokens: number;
  readonly minCharacters: number;
}

/** A rest of up to this many times the target is not cut again: it would leave a scrap. */
export const restShare = 1.2;
/** A passage may end at this share of the target if a paragraph ends there. */
const paragraphShare = 0.6;

/** Lazily: reads no further into the section than the next cut needs. */
export function* packSection(
  text: string,
  section: Section,
  count: (text: string) => number,
  limits: PackLimits,
): Generator<PackedPassage> {
  const pieces = allPieces(text, section, count, limits);
  let waiting: Piece[] = [];
  let repeated = 0;
  let isAtEnd = false;
  for (;;) {
    let total = sumTokens(waiting);
    while (!isAtEnd && total < 2 * limits.targetTokens) {
      const next = pieces.next();
      if (next.done === true) isAtEnd = true;
      else {
        waiting.push(next.value);
        total += next.value.tokens;
      }
    }
    if (waiting.length <= repeated) return;
    if (repeated > 0 && tokensUpTo(waiting, repeated + 1) > limits.maxTokens) {
      waiting = waiting.slice(repeated);
      repeated = 0;
      continue;
    }
    const taken = howMany(waiting, repeated, total, isAtEnd, limits);
    const passage = waiting.slice(0, taken);
    yield packed(passage, section, limits);
    const overlap = taken < waiting.length || !isAtEnd ? overlapOf(passage, limits) : [];
    repeated = overlap.length;
    waiting = [...overlap, ...waiting.slice(taken)];
  }
}

function* allPieces(
  text: string,
  section: Section,
  count: (text: string) => number,
  limits: PackLimits,
): Generator<Piece> {
  const pieceLimits = {
    sentenceTokens: limits.targetTokens,
    wholeTokens: limits.maxTokens,
    partTokens: Math.max(1, Math.floor(limits.targetTokens / 5)),
  };
  for (const block of section.blocks) yield* piecesOf(text, block, count, pieceLimits);
}

/** How many of the waiting pieces make the next passage: always at least one that is new. */
function howMany(
  waiting: readonly Piece[],
  repeated: number,
  total: number,
  isAtEnd: boolean,
  limits: PackLimits,
): number {
  const { targetTokens, maxTokens } = limits;
  if (isAtEnd && total <= Math.min(maxTokens, targetTokens * restShare)) return waiting.length;
  // The last two passages share what is left evenly.
  const wanted = isAtEnd && total < 2 * targetTokens ? (total + limits.overlapTokens) / 2 : targetTokens;
  let taken = repeated + 1;
  let tokens = tokensUpTo(waiting, taken);
  let atParagraph = 0;
  const isFirst = (): boolean => taken === repeated + 1;
  for (;;) {
    if (waiting[taken - 1]?.endsBlock === true && tokens >= wanted * paragraphShare && tokens <= wanted) {
      atParagraph = taken;
    }
    const next = waiting[taken];
    if (next === undefined) break;
    const isScrap = isShort(waiting.slice(repeated, taken), limits.minCharacters);
    const limit = isScrap || (isFirst() && waiting[taken - 1]?.kind === 'heading') ? maxTokens : wanted;
    if (tokens + next.tokens > limit) break;
    tokens += next.tokens;
    taken++;
  }
  if (taken < waiting.length && atParagraph > repeated) taken = atParagraph;
  // A heading stays with what it is about.
  while (taken > repeated + 1 && taken < waiting.length && waiting[taken - 1]?.kind === 'heading') taken--;
  return taken;
}

/** The last whole sentences, never the whole passage again. */
function overlapOf(passage: readonly Piece[], { overlapTokens }: PackLimits): Piece[] {
  const overlap: Piece[] = [];
  let tokens = 0;
  for (let index = passage.length - 1; index > 0; index--) {
    const piece = passage[index];
    if (piece === undefined || piece.kind !== 'prose') break;
    // One sentence may be longer than the share: the average one is.
    const limit = overlap.length === 0 ? overlapTokens * 1.6 : overlapTokens;
    if (tokens + piece.tokens > limit) break;
    overlap.unshift(piece);
    tokens += piece.tokens;
  }
  return overlap;
}

function packed(pieces: readonly Piece[], section: Section, { maxTokens }: PackLimits): PackedPassage {
  const first = pieces[0];
  const last = pieces[pieces.length - 1];
  if (first === undefined || last === undefined) throw new RangeError('A passage has at least one piece.');
  return {
    start: first.start,
    end: last.end,
    tokens: sumTokens(pieces),
    row: first.block.row,
    section,
    maxTokens,
  };
}

function isShort(pieces: readonly Piece[], minCharacters: number): boolean {
  return (pieces.at(-1)?.end ?? 0) - (pieces[0]?.start ?? 0) < minCharacters;
}

function tokensUpTo(pieces: readonly Piece[], length: number): number {
  return sumTokens(pieces.slice(0, length));
}

function sumTokens(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.tokens, 0);
}
