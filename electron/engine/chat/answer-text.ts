// An answer in text form: what it says, and one line that names its sources in the order in which it uses them. Pure.
import { basename } from 'node:path';
import type { Answer, AnswerPassage, Conversation } from '../../../shared/domain/chat.js';
import { pageWords, sourceWords } from './not-found-words.js';
import { type AnswerLanguage, languageOfQuestion } from './question-language.js';

/** `gastos.md › Dietas`, `contrato.pdf p. 14`, `precios.xlsx › 2024 row 7`. */
function sourceName({ path, locator }: AnswerPassage, language: AnswerLanguage): string {
  const { page, slide, sheet, row, headingPath } = locator;
  const parts = [basename(path).replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')];
  if (page !== null) parts.push(`${pageWords[language]} ${page}`);
  else if (sheet !== null) parts.push(`› ${sheet}`);
  if (slide !== null) parts.push(`#${slide}`);
  if (row !== null) parts.push(`:${row}`);
  const heading = headingPath?.at(-1);
  if (page === null && heading !== undefined) parts.push(`› ${heading.replace(/\s+/gu, ' ')}`);
  return parts.join(' ');
}

/** `Fuente: a.md › Gastos, b.pdf p. 14`; empty where the answer uses no passage. */
export function sourcesLine({ sources }: Pick<Answer, 'sources'>, language: AnswerLanguage): string {
  const names = [...new Set(sources.map((source) => sourceName(source, language)))];
  if (names.length === 0) return '';
  const [one, several] = sourceWords[language];
  return `${names.length === 1 ? one : several}: ${names.join(', ')}`;
}

/** The answer, a blank line, and the line of its sources, where it has any. */
export function answerText(answer: Answer, question: string): string {
  const line = sourcesLine(answer, languageOfQuestion(question) ?? 'en');
  const said = answer.answer.trim();
  return [said, line].filter((part) => part !== '').join('\n\n');
}

/** A conversation as one Markdown document: questions as headings, answers with numbered marks, sources with what they say. */
export function conversationMarkdown({ title, created, all }: Conversation): string {
  const lines = [`# ${harmless(oneLine(title))}`, '', created.slice(0, 10), ''];
  for (const { question, answer } of all) {
    lines.push(`## ${harmless(oneLine(question))}`, '');
    lines.push(harmless(markedAnswer(answer)) || (answer.problem?.message ?? ''), '');
    for (const source of answer.sources) {
      const name = harmless(sourceName(source, languageOfQuestion(question) ?? 'en'));
      lines.push(`[${source.n}] ${name}`, '', ...quoteLines(source.text), '');
    }
    const line = harmless(sourcesLine(answer, languageOfQuestion(question) ?? 'en'));
    if (line !== '') lines.push(line, '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The answer with `[n]` where its chips are. */
function markedAnswer({ answer, citations }: Answer): string {
  let text = '';
  let from = 0;
  for (const { n, at } of citations) {
    text += `${answer.slice(from, at)}[${n}]`;
    from = at;
  }
  return text + answer.slice(from);
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
