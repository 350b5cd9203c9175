// Which of XML's names and attributes say something to a reader.

/** Elements that are known to hold running text: their names say nothing about it. */
export const proseNames: ReadonlySet<string> = new Set(
  (
    'p para simpara text t li item line l lg s seg span content body description abstract summary note quote blockquote q td th tc cell ' +
    'entry string value key term def listitem v w a b i em strong caption source target segment tuv desc comment documentation'
  ).split(' '),
);

const titleNames: ReadonlySet<string> = new Set([
  'title',
  'head',
  'heading',
  'headline',
  'article-title',
  'book-title',
  'chapter-title',
  'header',
]);

export function isTitleName(name: string): boolean {
  return titleNames.has(name.toLowerCase());
}

const sayingNames: ReadonlySet<string> = new Set(
  'title label name text alt caption summary description headline subject displayname display-name value'.split(' '),
);
const muteNames =
  /^(?:xmlns|xml:|xsi:|style$|class$|d$|points$|transform$|path$|pattern$|format$|href$|src$|uri$|url$|id$|viewbox$)/i;

/** Attribute values that are words: names and titles, and whatever is a phrase. Identifiers, numbers and addresses are none. */
export function attributeWords(attributes: { readonly [name: string]: string }): string {
  const found: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const words = value.replace(/\s+/g, ' ').trim();
    if (words === '' || muteNames.test(name) || /^\w+:\/\//.test(words)) continue;
    const isPhrase = /\p{L}{2}.* .*\p{L}{2}/u.test(words) && !/[{};=<>]/.test(words);
    const isName = sayingNames.has(name.toLowerCase()) && /^[^_/.:]*$/.test(words) && /^\p{Lu}|\p{Lo}| /u.test(words);
    if (isPhrase || isName) found.push(words);
  }
  return found.join(', ');
}
