// How wide letters are against each other, to find a word inside a stretch of a PDF line of which only the whole width is known.

/** Thousandths of the letter height, of a usual sans serif (Helvetica's published metrics); other fonts are near in proportion. */
const widthGroups: readonly (readonly [number, string])[] = [
  [222, "ijl'‘’"],
  [278, ' !,./:;[]\\|Itf'],
  [333, '()-r"“”{}`·'],
  [500, 'cksvxyzJ'],
  [556, 'abdeghnopqu0123456789L?_$€#–'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, 'ABEKPSVXY&'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [944, 'W'],
  [1_000, '@%—…'],
];
const widths = new Map(
  widthGroups.flatMap(([width, letters]) => [...letters].map((letter) => [letter, width] as const)),
);
const usualWidth = 556;
const fullWidth = 1_000;

const isMark = /^\p{M}$/u;
const isFullWidth =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]$/u;

/** Relative width of a text in one font, whatever the unit. An accent adds nothing to its letter. */
export function relativeWidth(text: string): number {
  let sum = 0;
  for (const letter of text.normalize('NFD')) sum += widthOfLetter(letter);
  return sum;
}

function widthOfLetter(letter: string): number {
  const known = widths.get(letter);
  if (known !== undefined) return known;
  if (isMark.test(letter)) return 0;
  return isFullWidth.test(letter) ? fullWidth : usualWidth;
}
