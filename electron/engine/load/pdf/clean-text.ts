// Letters as they are typed: what PDF fonts give as ligatures, shapes, loose accents or nothing becomes ordinary text.

/** Letters and spaces of other shapes; pdf.js leaves them as they are in the file. */
const shapes =
  /[\u00a0\u00b5\u037e\u0eb3\u2000-\u200a\u202f\u2126\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]+/g;
const looseAccents: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¸': '\u0327',
  ˇ: '\u030c',
  '˚': '\u030a',
  '˘': '\u0306',
  '˝': '\u030b',
};
/** Symbol fonts put their list marks in the private area. */
const privateMarks = /[\uf0b7\uf0a7\uf076\uf0d8\uf0a8\uf06e]/g;

/** The piece's text with the characters that people type and search for. */
export function cleanPieceText(text: string): string {
  // Most pieces are plain ASCII or Latin: one look spares them the rest.
  if (!/[^\x20-\x5f\x61-\x7e]/.test(text)) return text;
  const ordered = /[\ufe80-\ufefc]/.test(text) ? inLogicalOrder(text) : text;
  return ordered
    .replace(shapes, (shaped) => shaped.normalize('NFKC'))
    .replace(/(?:([\p{L}])|^|(?<=[\s\p{P}]))([´`¨ˆ˜¸ˇ˚˘˝])([\p{L}])/gu, composed)
    .replace(privateMarks, '•')
    .replace(/[\p{Cc}\p{Co}\u00ad\ufffe\uffff]+(?=.)|[\p{Cc}\p{Co}\ufffe\uffff]+/gu, '');
}

/** TeX sets `´` and `o` one over the other, and they come out side by side: `informaci´on` is `información`. */
function composed(all: string, before: string | undefined, accent: string, letter: string): string {
  // At a word's start a back-tick is an opening quote.
  if (accent === '`' && before === undefined) return all;
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
  const whole = (base + (looseAccents[accent] ?? '')).normalize('NFC');
  return whole.length === 1 ? (before ?? '') + whole : all;
}

const endsWithAccent = /[´`¨ˆ˜¸ˇ˚˘˝]$/;

/** As {@link cleanPieceText}, for an accent that was drawn as the end of one piece and its letter as the start of the next. */
export function joinAccent(piece: string, next: string): readonly [string, string] {
  if (!endsWithAccent.test(piece)) return [piece, next];
  const accent = piece.slice(-1);
  const letter = /^\p{L}/u.exec(next)?.[0] ?? '';
  const whole = letter === '' ? accent : composed(accent, /\p{L}.$/u.test(piece) ? '' : undefined, accent, letter);
  return whole.length === 1 && whole !== accent
    ? [piece.slice(0, -1), whole + next.slice(letter.length)]
    : [piece, next];
}

const arabicRun = /[\ufb50-\ufdff\ufe70-\ufefc\u0600-\u06ff][\ufb50-\ufdff\ufe70-\ufefc\u0600-\u06ff\s:،.]*/g;

/** Arabic letter shapes tell their place in the word: where first letters stand last, the text was drawn backwards. */
function inLogicalOrder(text: string): string {
  return text.replace(arabicRun, (run) => {
    let forwards = 0;
    let backwards = 0;
    for (const word of run.split(/[\s:،.]+/)) {
      if (word.length < 2) continue;
      if (isInitialShape(word.charCodeAt(0))) forwards++;
      if (isInitialShape(word.charCodeAt(word.length - 1))) backwards++;
    }
    return backwards > forwards ? [...run].reverse().join('') : run;
  });
}

/** Letters with four shapes (alone, last, first, middle) stand in these stretches of the block, four by four. */
const fourShapes: readonly (readonly [number, number])[] = [
  [0xfe89, 0xfe8c],
  [0xfe8f, 0xfe92],
  [0xfe95, 0xfea8],
  [0xfeb1, 0xfeec],
  [0xfef1, 0xfef4],
];

function isInitialShape(code: number): boolean {
  return fourShapes.some(([from, to]) => code >= from && code <= to && (code - from) % 4 === 2);
}
