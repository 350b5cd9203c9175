// An answer as it is being written, in a terminal: each piece once with its marks, and all of it anew where it begins again.
import { markOf } from '../../shared/domain/answer-text.js';
import type { AnswerProgress, AskResult, Citation } from '../../shared/domain/chat.js';
import { afterAnswer, answerLines, beforeAnswer } from './answer-lines.js';
import { printable } from './output.js';

type Told = Pick<AnswerProgress, 'answer' | 'queryUsed' | 'citations'>;

export class StreamedAnswer {
  readonly #question: string;
  readonly #write: (text: string) => void;
  /** Of the answer, as it was given. */
  #written = '';
  /** Marks that were written: number and place. */
  readonly #marked = new Set<string>();
  #isBehindMark = false;

  constructor(question: string, write: (text: string) => void) {
    this.#question = question;
    this.#write = write;
  }

  readonly onProgress = ({ answer, queryUsed, citations }: Told): void => {
    if (answer.trim() === '') return;
    if (this.#written === '') this.#print(beforeAnswer({ queryUsed: queryUsed ?? this.#question }, this.#question));
    else if (!answer.startsWith(this.#written)) this.#begin();
    this.#goOn(answer, citations);
  };

  /** What is still missing of it, and what stands below an answer. */
  end({ turn }: AskResult): void {
    const { answer, question } = turn;
    if (this.#written === '') {
      this.#print(`${answerLines(turn)}\n`);
      return;
    }
    const isSame = answer.answer.startsWith(this.#written) && answer.problem === null;
    if (!isSame) {
      // Quotes took its place, say.
      this.#begin();
      this.#print(`${answerLines(turn)}\n`);
      return;
    }
    this.#goOn(answer.answer, answer.citations);
    this.#print(`${afterAnswer(answer, question)}\n`);
  }

  /** Text and marks that are not written yet. White space at the end waits: a paragraph's marks come after its text, and stand there. */
  #goOn(answer: string, citations: readonly Citation[]): void {
    for (const { n, at } of citations) {
      const key = `${n} ${at}`;
      if (this.#marked.has(key)) continue;
      this.#marked.add(key);
      this.#text(answer, at);
      this.#print(`${this.#isBehindMark ? '' : ' '}${markOf(n)}`);
      this.#isBehindMark = true;
    }
    this.#text(answer, answer.trimEnd().length);
  }

  #text(answer: string, end: number): void {
    const piece = answer.slice(this.#written.length, end);
    if (piece === '') return;
    this.#print(piece);
    this.#written += piece;
    this.#isBehindMark = false;
  }

  /** A request that broke off is asked again from its beginning. */
  #begin(): void {
    this.#print('\n\n(From the beginning:)\n');
    this.#written = '';
    this.#marked.clear();
  }

  #print(text: string): void {
    if (text !== '') this.#write(printable(text));
  }
}
