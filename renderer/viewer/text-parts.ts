// Cuts a text of any length into parts that are drawn one by one, so that 50 MB scroll as a page does.
import type { TextRange } from '../../shared/domain/search.js';

const aimedCharacters = 1_500;
const mostCharacters = 3_000;

/**
 * Parts that together are the whole text. A part ends after a line break where there is one near, else after a space,
 * else where it must.
 */
export function textParts(text: string): readonly TextRange[] {
  const parts: TextRange[] = [];
  let start = 0;
  while (start < text.length) {
    const end = partEnd(text, start);
    parts.push({ start, end });
    start = end;
  }
  return parts;
}

function partEnd(text: string, start: number): number {
  const most = start + mostCharacters;
  if (text.length <= most) return text.length;
  const lineBreak = text.indexOf('\n', start + aimedCharacters);
  if (lineBreak >= 0 && lineBreak < most) return lineBreak + 1;
  const space = text.lastIndexOf(' ', most);
  if (space > start + aimedCharacters) return space + 1;
  // Never between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
}

/** The index of the part that holds `offset`; the last one for an offset behind the end. */
export function partAt(parts: readonly TextRange[], offset: number): number {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}
