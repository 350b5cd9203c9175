// An answer in text form, the same where it is printed, copied or exported: numbered marks, and one line that names its sources. Pure.
import type { Answer, Source } from './chat.js';
import { type PlaceWords, placeInWords } from './place-text.js';

/** What a language says in it. */
export interface AnswerWords {
  /** “Source”, “Sources”. */
  readonly source: readonly [one: string, several: string];
  readonly place: PlaceWords;
}

export interface NamedSource {
  readonly name: string;
  /** Of the sources that are called so: passages of one place. */
  readonly numbers: readonly number[];
}

/** `gastos.md › Dietas`, `contrato.pdf p. 14`, `precios.xlsx › 2024 · row 7`: each once, in the order of use. */
export function namedSources(sources: readonly Source[], words: PlaceWords): readonly NamedSource[] {
  const names = new Map<string, number[]>();
  const files = shortestNames(sources.map(({ path }) => path));
  for (const source of sources) {
    const name = nameOfSource(source, files.get(source.path) ?? source.path, words);
    names.set(name, [...(names.get(name) ?? []), source.n]);
  }
  return [...names].map(([name, numbers]) => ({ name, numbers }));
}

/** Of headings the nearest, and none where there are pages: the line stays short. */
function nameOfSource({ locator }: Source, file: string, words: PlaceWords): string {
  const { page, part, slide, sheet } = locator;
  const heading = page === null ? locator.headingPath?.at(-1)?.replace(/\s+/gu, ' ') : undefined;
  const short = { ...locator, line: null, headingPath: heading === undefined ? null : [heading] };
  const place = placeInWords(short, words);
  const name = file.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
  if (place === '') return name;
  const beginsWithNumber =
    part === null && (page !== null || slide !== null || (sheet === null && locator.row !== null));
  return `${name}${beginsWithNumber ? ' ' : ' › '}${place}`;
}

/** Between a file and what lies inside it. */
const insideMark = '!/';

/** A file's name, with as many of its folders as tell it from another of that name: `plans.zip › site/plan.pdf` inside a file. */
function shortestNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(paths)].map((path) => {
    const at = path.lastIndexOf(insideMark);
    const [file, inside] = at < 0 ? [path, ''] : [path.slice(0, at), ` › ${path.slice(at + insideMark.length)}`];
    return { path, parts: file.split(/!?[\\/]/u).filter((part) => part !== ''), inside };
  });
  type Named = (typeof all)[number];
  const tail = ({ parts, inside }: Named, length: number): string => parts.slice(-length).join('/') + inside;
  return new Map(
    all.map((one) => {
      let length = 1;
      const isShared = (): boolean =>
        all.some((other) => other.path !== one.path && tail(other, length) === tail(one, length));
      while (length < one.parts.length && isShared()) length++;
      return [one.path, tail(one, length)];
    }),
  );
}

/**
 * `Fuente: a.md › Gastos`; empty where the answer uses no passage.
 * @param numbered with the numbers of the marks: `several` where there is more than one name, `always` where the text has marks anyway
 */
export function sourcesLine(
  { sources }: Pick<Answer, 'sources'>,
  { source, place }: AnswerWords,
  numbered: 'several' | 'always' = 'several',
): string {
  const named = namedSources(sources, place);
  if (named.length === 0) return '';
  const isNumbered = numbered === 'always' || named.length > 1;
  const names = named.map(({ name, numbers }) => (isNumbered ? `${numbers.map(markOf).join('')} ${name}` : name));
  return `${source[named.length > 1 ? 1 : 0]}: ${names.join(', ')}`;
}

/**
 * The answer, a blank line, and the line of its sources, where it has any. Where it has several, `[1]` behind what is said and before the
 * source's name tells which is which.
 */
export function answerInText(answer: Pick<Answer, 'answer' | 'citations' | 'sources'>, words: AnswerWords): string {
  const hasSeveral = namedSources(answer.sources, words.place).length > 1;
  const said = (hasSeveral ? markedAnswer(answer, ' ') : answer.answer).trim();
  return [said, sourcesLine(answer, words)].filter((part) => part !== '').join('\n\n');
}

/** The answer with `[n]` where its chips are, `before` standing before each place's. */
export function markedAnswer({ answer, citations }: Pick<Answer, 'answer' | 'citations'>, before = ''): string {
  let text = '';
  let from = 0;
  const places = new Map<number, Set<number>>();
  for (const { n, at } of citations) places.set(at, (places.get(at) ?? new Set()).add(n));
  for (const [at, numbers] of places) {
    text += `${answer.slice(from, at)}${before}${[...numbers].map(markOf).join('')}`;
    from = at;
  }
  return text + answer.slice(from);
}

export function markOf(n: number): string {
  return `[${n}]`;
}
