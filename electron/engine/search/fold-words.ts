// Cuts text into the words that are indexed and compared: lower case, accents gone, bigrams where a script has no spaces.

/** A folded word, and where it stands in the text that was given (UTF-16 offsets). */
export interface FoldedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Longer words are cut: a megabyte of base64 must not become a word of the vocabulary. */
const maxWordLength = 64;

/**
 * All words of `text` in order.
 *
 * A word is a run of letters and digits (`AB-1234` gives `ab` and `1234`). It is lower-cased, brought to
 * compatibility form and loses its accents (`Straße` gives `strasse`, `ÁRBOL` gives `arbol`). Runs of Chinese,
 * Japanese, Korean, Thai, Lao, Khmer and Burmese become overlapping pairs of characters; one that stands alone
 * is a word by itself. Every word is one token of FTS5's `unicode61`, unchanged.
 */
export function wordsOf(text: string): readonly FoldedWord[] {
  const words: FoldedWord[] = [];
  scanWords(text, (word, start, end) => words.push({ word, start, end }));
  return words;
}

/** The words of {@link wordsOf} joined by spaces: what goes into FTS5. */
export function foldWords(text: string): string {
  const words: string[] = [];
  scanWords(text, (word) => words.push(word));
  return words.join(' ');
}

// What a character is to the cutter. Plain numbers, kept for every UTF-16 unit once it was seen: text is long.
const unknown = 0;
const separator = 1;
/** ASCII letters and digits. */
const plain = 2;
/** Letters and digits that have to be folded one by one. */
const foldable = 3;
/** Scripts without spaces. */
const paired = 4;
/** Combining marks and invisible joiners: they go on with a word and never begin one. */
const mark = 5;

const kindOfUnit = new Uint8Array(65_536);
const foldOfPoint: (string | undefined)[] = [];
const foldOfPairUnit = new Map<string, string>();
const maxRememberedPairUnits = 50_000;

for (let unit = 0; unit < 128; unit++) {
  kindOfUnit[unit] = /[0-9A-Za-z]/.test(String.fromCharCode(unit)) ? plain : separator;
}

type Emit = (word: string, start: number, end: number) => void;

function scanWords(text: string, emit: Emit): void {
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === plain || kind === foldable) at = scanWord(text, at, emit);
    else if (kind === paired) at = scanPairs(text, at, emit);
    else at += sizeAt(text, at);
  }
}

function scanWord(text: string, start: number, emit: Emit): number {
  let end = start;
  let isPlain = true;
  for (; end < text.length; end += sizeAt(text, end)) {
    const kind = kindAt(text, end);
    if (kind === plain) continue;
    if (kind !== foldable && kind !== mark) break;
    isPlain = false;
  }
  const run = text.slice(start, Math.min(end, start + maxWordLength));
  const word = isPlain ? run.toLowerCase() : foldRun(run);
  if (word !== '') emit(word, start, end);
  return end;
}

function foldRun(run: string): string {
  let word = '';
  for (const character of run) word += foldCharacter(character);
  if (word.length <= maxWordLength) return word;
  // Never half of a surrogate pair.
  return word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, '');
}

function scanPairs(text: string, start: number, emit: Emit): number {
  let previous = '';
  let previousStart = start;
  let count = 0;
  let at = start;
  while (at < text.length && kindAt(text, at) === paired) {
    const unitStart = at;
    at += sizeAt(text, at);
    while (at < text.length && goesWithCharacterBefore(text, at)) at++;
    const folded = foldPairUnit(text.slice(unitStart, at));
    if (folded === '') continue;
    if (count > 0) emit(previous + folded, previousStart, at);
    previous = folded;
    previousStart = unitStart;
    count++;
  }
  if (count === 1) emit(previous, previousStart, at);
  return at;
}

/** Marks, half-width voicing marks, and the vowels and finals of Korean written letter by letter. */
function goesWithCharacterBefore(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return kindAt(text, at) === mark || unit === 0xff9e || unit === 0xff9f || (unit >= 0x1160 && unit <= 0x11ff);
}

function foldPairUnit(characters: string): string {
  const known = foldOfPairUnit.get(characters);
  if (known !== undefined) return known;
  // Decomposing would take Korean syllables apart and lose the voicing of Japanese ones.
  const isEastAsian = /[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}]/u.test(characters);
  const fold = isEastAsian ? characters.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '') : foldRun(characters);
  if (foldOfPairUnit.size < maxRememberedPairUnits) foldOfPairUnit.set(characters, fold);
  return fold;
}

function sizeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdfff) return kindOf(String.fromCodePoint(text.codePointAt(at) ?? unit));
  const known = kindOfUnit[unit] ?? unknown;
  if (known !== unknown) return known;
  const kind = kindOf(String.fromCharCode(unit));
  kindOfUnit[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/\p{M}|\u00AD|\u200C|\u200D|\u2060/u.test(character)) return mark;
  if (!/[\p{L}\p{N}]/u.test(character)) return separator;
  if (/\p{Nd}/u.test(character)) return foldable;
  return /[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u.test(
    character,
  )
    ? paired
    : foldable;
}

function foldCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const known = foldOfPoint[point];
  if (known !== undefined) return known;
  const fold = computeFold(character);
  if (point < 0x10000) foldOfPoint[point] = fold;
  return fold;
}

/** Letters that carry no separate accent, and Arabic and Persian spellings of one letter. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ـ: '',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};

function computeFold(character: string): string {
  // Upper and then lower case is the full case folding: ß, final sigma and dotless i need both steps.
  const folded = character.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKD');
  let word = '';
  for (const part of folded) word += plainLetters[part] ?? foldPart(part);
  return word;
}

function foldPart(part: string): string {
  const point = part.codePointAt(0) ?? 0;
  if (/\p{M}/u.test(part)) return foldMark(point);
  if (/\p{Nd}/u.test(part)) return String(digitValue(point));
  return /[\p{L}\p{N}]/u.test(part) ? part : '';
}

/**
 * An accent is dropped. The vowel signs of Indic, Thai, Lao, Tibetan, Burmese and Khmer are marks too, but
 * words differ by nothing else: they are kept as private-use characters, which `unicode61` takes for letters.
 */
function foldMark(point: number): string {
  const isVowelSign = point >= 0x0900 && point <= 0x1aff;
  const isNukta = point < 0x0d00 && (point & 0x7f) === 0x3c;
  return isVowelSign && !isNukta ? String.fromCharCode(0xe000 + point - 0x0900) : '';
}

/** Decimal digits come in blocks of ten that begin at …0 or at …6. */
function digitValue(point: number): number {
  const row = point & ~0xf;
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return point - zero;
}
