// Answers in text form as the engine gives them: in the language of the question, and whole conversations as Markdown. Pure.
import {
  type AnswerWords,
  answerInText,
  markedAnswer,
  markOf,
  namedSources,
  sourcesLine,
} from '../../../shared/domain/answer-text.js';
import type { Answer, Conversation } from '../../../shared/domain/chat.js';
import { placeWords, sourceWords } from './not-found-words.js';
import { languageOfQuestion } from './question-language.js';

/** The engine's own words of a text answer, in the language of the question. */
export function answerWords(question: string): AnswerWords {
  const language = languageOfQuestion(question) ?? 'en';
  return { source: sourceWords[language], place: placeWords[language] };
}

export function answerText(answer: Answer, question: string): string {
  return answerInText(answer, answerWords(question));
}

/** A conversation as one Markdown document: questions as headings, answers with numbered marks, sources with what they say. */
export function conversationMarkdown({ title, created, all }: Conversation): string {
  const lines = [`# ${harmless(oneLine(title))}`, '', created.slice(0, 10), ''];
  for (const { question, answer } of all) {
    lines.push(`## ${harmless(oneLine(question))}`, '');
    lines.push(harmless(markedAnswer(answer)) || (answer.problem?.message ?? ''), '');
    const words = answerWords(question);
    const named = namedSources(answer.sources, words.place);
    for (const { n, text } of answer.sources) {
      const name = named.find(({ numbers }) => numbers.includes(n))?.name ?? '';
      lines.push(`${markOf(n)} ${harmless(name)}`, '', ...quoteLines(text), '');
    }
    const line = harmless(sourcesLine(answer, words));
    if (line !== '') lines.push(line, '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
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
