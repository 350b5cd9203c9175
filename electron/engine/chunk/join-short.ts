// A passage that is too short to mean anything alone joins its neighbour, on the same page and sheet only.
import { type PackedPassage, restShare } from './pack.js';

export interface JoinLimits {
  readonly minCharacters: number;
  readonly targetTokens: number;
}

/** Lazily; holds back one passage. */
export function* joinShort(passages: Iterable<PackedPassage>, limits: JoinLimits): Generator<PackedPassage> {
  let held: PackedPassage | null = null;
  for (const passage of passages) {
    const joined: PackedPassage | null = held === null ? passage : join(held, passage, limits);
    if (held !== null && joined === null) yield held;
    held = joined ?? passage;
  }
  if (held !== null) yield held;
}

/** The two as one, or null if neither is short or they do not go together. */
function join(first: PackedPassage, second: PackedPassage, limits: JoinLimits): PackedPassage | null {
  const firstLength = first.end - first.start;
  const secondLength = second.end - second.start;
  if (Math.min(firstLength, secondLength) >= limits.minCharacters) return null;
  if (first.section.page !== second.section.page || first.section.sheet !== second.section.sheet) return null;
  const columns = [first.section.columns, second.section.columns];
  if (!columns.includes(null) && columns[0] !== columns[1]) return null;
  const longer = firstLength >= secondLength ? first : second;
  // Many short ones in a row make passages of the usual length, not of the greatest possible.
  const usual = limits.targetTokens * restShare;
  const room = longer.tokens > usual ? longer.maxTokens : Math.min(usual, longer.maxTokens);
  const tokens = first.tokens + second.tokens;
  if (tokens > room) return null;
  return { ...longer, start: first.start, end: second.end, tokens, row: first.row ?? second.row };
}
