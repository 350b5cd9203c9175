// An answer in text form: what it says, and one line that names its sources in the order in which it uses them. Pure.
import type { Answer, Conversation, Source } from '../../../shared/domain/chat.js';
import { placeInWords } from '../../../shared/domain/place-text.js';
import { placeWords, sourceWords } from './not-found-words.js';
import { type AnswerLanguage, languageOfQuestion } from './question-language.js';

interface NamedSource {
  readonly name: string;
  /** Of the sources that are called so: passages of one place. */
  readonly numbers: readonly number[];
}

/** `gastos.md › Dietas`, `contrato.pdf p. 14`, `precios.xlsx › 2024 · row 7`: each once, in the order of use. */
function namedSources(sources: readonly Source[], language: AnswerLanguage): readonly NamedSource[] {
  const names = new Map<string, number[]>();
  const files = shortestNames(sources.map(({ path }) => path));
  for (const source of sources) {
    const name = nameOfSource(source, files.get(source.path) ?? source.path, language);
    names.set(name, [...(names.get(name) ?? []), source.n]);
  }
  return [...names].map(([name, numbers]) => ({ name, numbers }));
}

/** Of headings the nearest, and none where there are pages: the line stays short. */
function nameOfSource({ locator }: Source, file: string, language: AnswerLanguage): string {
  const { page, part, slide, sheet } = locator;
  const heading = page === null ? locator.headingPath?.at(-1)?.replace(/\s+/gu, ' ') : undefined;
  const short = { ...locator, line: null, headingPath: heading === undefined ? null : [heading] };
  const place = placeInWords(short, placeWords[language]);
  const name = file.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
  if (place === '') return name;
  const beginsWithNumber =
    part === null && (page !== null || slide !== null || (sheet === null && locator.row !== null));
  return `${name}${beginsWithNumber ? ' ' : ' › '}${place}`;
}

/** A file's name, with as many of its folders as tell it from another of that name. */
function shortestNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(paths)].map((path) => ({ path, parts: path.split(/[\\/]/u).filter((part) => part !== '') }));
  const tail = (parts: readonly string[], length: number): string => parts.slice(-length).join('/');
  return new Map(
    all.map(({ path, parts }) => {
      let length = 1;
      const isShared = (): boolean =>
        all.some((other) => other.path !== path && tail(other.parts, length) === tail(parts, length));
      while (length < parts.length && isShared()) length++;
      return [path, tail(parts, length)];
    }),
  );
}

/** `Fuente: a.md › Gastos`; empty where the answer uses no passage. Several have their numbers, unless the answer is shown without. */
export function sourcesLine({ sources }: Pick<Answer, 'sources'>, language: AnswerLanguage, isNumbered = true): string {
  const named = namedSources(sources, language);
  const [one, several] = sourceWords[language];
  if (named.length < 2) return named.map(({ name }) => `${one}: ${name}`).join('');
  const names = named.map(({ name, numbers }) => (isNumbered ? `${numbers.map(mark).join('')} ${name}` : name));
  return `${several}: ${names.join(', ')}`;
}

/**
 * The answer, a blank line, and the line of its sources, where it has any. Where it has several, `[1]` behind what is said and before the
 * source's name tells which is which.
 */
export function answerText(answer: Answer, question: string): string {
  const language = languageOfQuestion(question) ?? 'en';
  const hasSeveral = namedSources(answer.sources, language).length > 1;
  const said = (hasSeveral ? markedAnswer(answer, ' ') : answer.answer).trim();
  return [said, sourcesLine(answer, language)].filter((part) => part !== '').join('\n\n');
}

/** A conversation as one Markdown document: questions as headings, answers with numbered marks, sources with what they say. */
export function conversationMarkdown({ title, created, all }: Conversation): string {
  const lines = [`# ${harmless(oneLine(title))}`, '', created.slice(0, 10), ''];
  for (const { question, answer } of all) {
    lines.push(`## ${harmless(oneLine(question))}`, '');
    lines.push(harmless(markedAnswer(answer)) || (answer.problem?.message ?? ''), '');
    const language = languageOfQuestion(question) ?? 'en';
    const named = namedSources(answer.sources, language);
    for (const { n, text } of answer.sources) {
      const name = named.find(({ numbers }) => numbers.includes(n))?.name ?? '';
      lines.push(`${mark(n)} ${harmless(name)}`, '', ...quoteLines(text), '');
    }
    const line = harmless(sourcesLine(answer, language));
    if (line !== '') lines.push(line, '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The answer with `[n]` where its chips are. */
function markedAnswer({ answer, citations }: Answer, before = ''): string {
  let text = '';
  let from = 0;
  const places = new Map<number, Set<number>>();
  for (const { n, at } of citations) places.set(at, (places.get(at) ?? new Set()).add(n));
  for (const [at, numbers] of places) {
    text += `${answer.slice(from, at)}${before}${[...numbers].map(mark).join('')}`;
    from = at;
  }
  return text + answer.slice(from);
}

function mark(n: number): string {
  return `[${n}]`;
}

function quoteLines(text: string): readonly string[] {
  return harmless(text)
    .split(/\r?\n/u)
    .map((line) => `> ${line}`.trimEnd());
}

/** Words of documents and models stay words wherever the file is opened: no tags, and nothing fetched from elsewhere. */
function harmless(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('![', '!\\[');
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
