// An answer as it is being written, in a terminal: each piece once, and all of it anew where it begins again.
import type { AnswerProgress, AskResult } from '../../shared/domain/chat.js';
import { afterAnswer, answerLines, beforeAnswer } from './answer-lines.js';
import { printable } from './output.js';

export class StreamedAnswer {
  readonly #question: string;
  readonly #write: (text: string) => void;
  /** Of the answer, as it was given. */
  #written = '';

  constructor(question: string, write: (text: string) => void) {
    this.#question = question;
    this.#write = write;
  }

  readonly onProgress = ({ answer, queryUsed }: Pick<AnswerProgress, 'answer' | 'queryUsed'>): void => {
    if (answer.trim() === '' || answer === this.#written) return;
    if (this.#written === '') this.#print(beforeAnswer({ queryUsed: queryUsed ?? this.#question }, this.#question));
    else if (!answer.startsWith(this.#written)) this.#begin();
    this.#print(answer.slice(this.#written.length));
    this.#written = answer;
  };

  /** What is still missing of it, and what stands below an answer. */
  end({ turn }: AskResult): void {
    const { answer, question } = turn;
    if (this.#written === '') {
      this.#print(`${answerLines(turn)}\n`);
      return;
    }
    const isSame = answer.answer.startsWith(this.#written.trimEnd()) && answer.problem === null;
    if (!isSame) {
      // Quotes took its place, say.
      this.#begin();
      this.#print(`${answerLines(turn)}\n`);
      return;
    }
    this.#print(answer.answer.slice(this.#written.trimEnd().length));
    this.#print(`${afterAnswer(answer, question)}\n`);
  }

  /** A request that broke off is asked again from its beginning. */
  #begin(): void {
    this.#print('\n\n(From the beginning:)\n');
    this.#written = '';
  }

  #print(text: string): void {
    if (text !== '') this.#write(printable(text));
  }
}
