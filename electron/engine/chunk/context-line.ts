// The short line that is embedded with a passage so that it can be understood alone. Never shown as its text.

const maxPartCharacters = 100;
const maxHeadingCharacters = 240;
const maxColumnCharacters = 300;
const separator = ' › ';

export interface ContextParts {
  readonly title: string | null;
  readonly headingPath: readonly string[];
  readonly sheet: string | null;
  /** A table's column names. */
  readonly columns: string | null;
}

/**
 * Title and headings, outermost first, each said once; for a table its sheet and column names too.
 * When there is too much, the middle headings go first: the title and the nearest heading say most.
 */
export function contextLine({ title, headingPath, sheet, columns }: ContextParts): string {
  const parts: string[] = [];
  const seen = new Set<string>();
  for (const part of [title ?? '', ...headingPath, sheet ?? '']) {
    const clean = cut(part.replace(/\s+/gu, ' ').trim(), maxPartCharacters);
    const key = clean.toLowerCase();
    if (clean === '' || seen.has(key)) continue;
    seen.add(key);
    parts.push(clean);
  }
  while (parts.length > 2 && parts.join(separator).length > maxHeadingCharacters) parts.splice(1, 1);
  const names = cut((columns ?? '').replace(/\s+/gu, ' ').trim(), maxColumnCharacters);
  if (names !== '') parts.push(names);
  return parts.join(separator);
}

/** The context cut until it has at most `maxTokens`. */
export function cappedContext(context: string, maxTokens: number, count: (text: string) => number): string {
  let capped = context;
  while (capped !== '' && count(capped) > maxTokens) capped = cut(capped, Math.floor(capped.length * 0.75));
  return capped;
}

function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const last = text.charCodeAt(maxCharacters - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfPair ? maxCharacters - 1 : maxCharacters).trimEnd();
}
