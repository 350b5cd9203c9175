// A heading's LaTeX as the words that a reader sees.

/** Accents as the combining marks that Unicode has for them. */
const accents: Readonly<Record<string, string>> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  r: '\u030a',
};
const letters: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  i: 'i',
  j: 'j',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
  ldots: '…',
  dots: '…',
};

export function plainTex(source: string): string {
  return source
    .replace(/(?<!\\)%.*$/gm, '')
    .replace(/\\(?:label|footnote|thanks|index|cite|ref)\s*\{[^{}]*\}/g, '')
    .replace(
      /\\(['`^"~=.])\s*\{?\\?([A-Za-z])\}?/g,
      (_all, mark: string, letter: string) => letter + (accents[mark] ?? ''),
    )
    .replace(
      /\\([uvHckr])\s*\{\\?([A-Za-z])\}/g,
      (_all, mark: string, letter: string) => letter + (accents[mark] ?? ''),
    )
    .replace(/\\([A-Za-z]+)\b\s*(?:\{\})?/g, (_all, name: string) => letters[name] ?? '')
    .replace(/\\\\(?:\[[^\]]*\])?/g, ' ')
    .replace(/\\([#$%&_{}\s])/g, '\ue000$1')
    .replace(/(?<!\ue000)[{}]/g, '')
    .replaceAll('\ue000', '')
    .replaceAll('~', ' ')
    .replace(/``|''/g, '"')
    .replace(/---?/g, '–')
    .replace(/\s+/g, ' ')
    .normalize('NFC')
    .trim();
}
