// A heading's or a table cell's Markdown as the words that a reader sees.

const maxCharacters = 1_000;

/** Without the marks of links, pictures, code, emphasis and HTML. Short text only: longer is cut. */
export function plainWords(source: string): string {
  const short = source.slice(0, maxCharacters).replace(/\s+/g, ' ').trim();
  if (!/[*_`[\]<>\\~&]/.test(short)) return short;
  return short
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<(https?:[^<>\s]*|[^<>\s@]+@[^<>\s]+)>/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/(`+)(.+?)\1/g, '$2')
    .replace(/(\*{1,3}|~~)(?=\S)(.+?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.+?)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', ' ')
    .trim();
}
