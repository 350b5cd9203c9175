// Where a stretch of text may be cut: after sentences, after lines, and, if it must be, between words.

/** UTF-16 offsets; never with white space at either end, never inside a surrogate pair. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range without its outer white space, or null if nothing is left. */
export function trimmedRange(text: string, start: number, end: number): Range | null {
  let first = start;
  let last = end;
  while (first < last && isWhite(text.charCodeAt(first))) first++;
  while (last > first && isWhite(text.charCodeAt(last - 1))) last--;
  return first < last ? { start: first, end: last } : null;
}

/**
 * Sentences, in order, with everything between them white space. Line breaks alone do not end one (text is often
 * wrapped by hand); a blank line does. Looks at each character once, whatever the text.
 * The rule is Acervo's own: the system's segmenter differs between versions of Node and Electron, and the same
 * document must give the same chunks in both.
 */
export function* sentencesOf(text: string, start: number, end: number): Generator<Range> {
  let from = start;
  let at = start;
  while (at < end) {
    const kind = stopKind(text.charCodeAt(at));
    const after = kind === 'none' ? at + 1 : endOfStop(text, at, end, kind);
    if (kind !== 'none' && isSentenceEnd(text, kind, { from, at, after, end })) {
      const sentence = trimmedRange(text, from, after);
      if (sentence !== null) yield sentence;
      from = after;
    }
    at = after;
  }
  const last = trimmedRange(text, from, end);
  if (last !== null) yield last;
}

export function* linesOf(text: string, start: number, end: number): Generator<Range> {
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && !isLineBreak(text.charCodeAt(at))) continue;
    const line = trimmedRange(text, from, at);
    if (line !== null) yield line;
    from = at + 1;
  }
}

/** A word between spaces, or a part of a long one that has none (Chinese, Japanese, Thai; an encoded blob). */
export interface WordRange extends Range {
  /** Whether white space, or the beginning, is before it. */
  readonly startsWord: boolean;
}

export function* wordsOf(text: string, start: number, end: number): Generator<WordRange> {
  let from = start;
  for (let at = start; at <= end; at++) {
    const isLong = at - from >= longWordLength && !splitsCharacter(text, at);
    if (at < end && !isWhite(text.charCodeAt(at)) && !isLong) continue;
    if (at > from) {
      if (isLong) {
        const stop = endOfRun(text, at, end);
        yield* partsOfRun(text, from, stop);
        at = stop;
      } else yield { start: from, end: at, startsWord: true };
    }
    from = at + 1;
  }
}

/** Whether `at` lies inside a surrogate pair or between the parts of one visible character. */
export function splitsCharacter(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) === zeroWidthJoiner) return true;
  const unit = text.charCodeAt(at);
  if (!(unit >= 0x300)) return false;
  return (unit >= 0xdc00 && unit <= 0xdfff) || unit === zeroWidthJoiner || combiningMark.test(text.charAt(at));
}

/** A word longer than this is cut: it is a text without spaces, or no word at all. */
const longWordLength = 40;
const zeroWidthJoiner = 0x200d;
const combiningMark = /\p{M}/u;
const lowerCase = /\p{Ll}/u;
const letter = /\p{L}/u;
/** Thai, Lao, Burmese, Khmer: words without spaces between them that only a dictionary can tell apart. */
const dictionaryScript = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
/** What may not begin a line of Chinese or Japanese. */
const neverFirst = /[、。，．・：；？！）〕］｝〉》」』】ー々]/;

/** Parts of a run without spaces, each about as long as a long word. */
function* partsOfRun(text: string, start: number, end: number): Generator<WordRange> {
  let from = start;
  while (from < end) {
    const to = from + longWordLength >= end ? end : partEnd(text, from, end);
    yield { start: from, end: to, startsWord: from === start };
    from = to;
  }
}

function partEnd(text: string, from: number, end: number): number {
  const wanted = from + longWordLength;
  if (dictionaryScript.test(text.charAt(wanted))) {
    const border = wordBorder(text, from, wanted, end);
    if (border !== null) return border;
  }
  let to = wanted;
  while (to < end && (splitsCharacter(text, to) || neverFirst.test(text.charAt(to)))) to++;
  return to;
}

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The last border between words before `wanted`. */
function wordBorder(text: string, from: number, wanted: number, end: number): number | null {
  let border: number | null = null;
  // Some characters beyond, so that the word at `wanted` is seen whole.
  const seen = text.slice(from, Math.min(end, wanted + 20));
  for (const { index } of wordSegmenter.segment(seen)) {
    if (index > wanted - from) break;
    if (index > 0 && !splitsCharacter(text, from + index)) border = from + index;
  }
  return border;
}

function endOfRun(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !isWhite(text.charCodeAt(at))) at++;
  return at;
}

/** The same characters as `\s`. */
function isWhite(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x1680) return unit === 0xa0;
  if (unit <= 0x205f) return (unit >= 0x2000 && unit <= 0x200a) || whiteAbove.has(unit);
  return unit === 0x3000 || unit === 0xfeff;
}

const whiteAbove = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f]);

function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

function isCrLf(text: string, first: number, second: number): boolean {
  return second === first + 1 && text.charCodeAt(first) === 0x0d && text.charCodeAt(second) === 0x0a;
}

/** Marks that end a sentence only before white space; Latin, Arabic, Urdu, Devanagari, Armenian, Ethiopic. */
const spacedStops = new Set([...'.!?…‽؟۔।॥։።፧'].map((mark) => mark.charCodeAt(0)));
/** Marks that end one wherever they stand: Chinese and Japanese. */
const freeStops = new Set([...'。！？｡'].map((mark) => mark.charCodeAt(0)));
const closers = new Set([...'"\'”’»›)]}」』）】》'].map((mark) => mark.charCodeAt(0)));

type StopKind = 'spaced' | 'free' | 'line' | 'none';

function stopKind(unit: number): StopKind {
  if (isLineBreak(unit)) return 'line';
  if (spacedStops.has(unit)) return 'spaced';
  return freeStops.has(unit) ? 'free' : 'none';
}

/** After the mark, its repetitions and the quotes that it closes; or after a line break and the spaces that follow. */
function endOfStop(text: string, at: number, end: number, kind: StopKind): number {
  let after = at + 1;
  if (kind === 'line') {
    while (after < end && isWhite(text.charCodeAt(after)) && !isLineBreak(text.charCodeAt(after))) after++;
    return after;
  }
  while (after < end && stopKind(text.charCodeAt(after)) === kind) after++;
  while (after < end && closers.has(text.charCodeAt(after))) after++;
  return after;
}

interface Stop {
  /** Where the sentence begins, where the mark stands, where what belongs to it ends, where the text ends. */
  readonly from: number;
  readonly at: number;
  readonly after: number;
  readonly end: number;
}

function isSentenceEnd(text: string, kind: StopKind, { from, at, after, end }: Stop): boolean {
  if (kind === 'free') return true;
  if (kind === 'line') {
    // A blank line follows.
    return after < end && isLineBreak(text.charCodeAt(after)) && !isCrLf(text, at, after);
  }
  if (after < end && !isWhite(text.charCodeAt(after))) return false;
  // Not after an initial ("J. Smith")…
  const isInitial =
    text[at] === '.' &&
    at > from &&
    letter.test(text.charAt(at - 1)) &&
    (at - 1 === from || isWhite(text.charCodeAt(at - 2)) || text[at - 2] === '.');
  if (isInitial) return false;
  // …and not before a small letter ("approx. twelve"). A few characters ahead are enough, and keep this linear.
  let next = after;
  while (next < end && next < after + 8 && isWhite(text.charCodeAt(next))) next++;
  return !lowerCase.test(text.charAt(next));
}
