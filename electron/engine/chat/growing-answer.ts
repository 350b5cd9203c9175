// What is told of an answer while it grows: absolute states, at most some twenty a second.
import type { Answer, AnswerPassage, AnswerProgress, AnswerStep } from '../../../shared/domain/chat.js';
import { Throttle } from '../workers/throttle.js';
import { citedAnswer } from './cited-answer.js';
import type { Drafted } from './language-model.js';

const toldEveryMs = 50;

export class GrowingAnswer {
  readonly #teller: Throttle | null;
  #progress: AnswerProgress;
  /** Turned into citations only when somebody is told: a draft comes with every token. */
  #draft: Drafted | null = null;
  #read: readonly AnswerPassage[] | null = null;

  constructor(askId: string, onProgress: ((progress: AnswerProgress) => void) | undefined) {
    this.#teller = onProgress === undefined ? null : new Throttle(toldEveryMs, () => onProgress(this.#whole()));
    this.#progress = {
      askId,
      phase: 'searching',
      queryUsed: null,
      steps: [],
      answer: '',
      citations: [],
      sources: [],
      passagesRead: [],
    };
  }

  get queryUsed(): string | null {
    return this.#progress.queryUsed;
  }

  get steps(): readonly AnswerStep[] {
    return this.#progress.steps;
  }

  update(change: Partial<Pick<AnswerProgress, 'phase' | 'queryUsed' | 'steps' | 'passagesRead'>>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#teller?.poke();
  }

  step(step: AnswerStep): void {
    this.update({ steps: [...this.#progress.steps, step] });
  }

  /** @param read what stands for the passages that were given, where those are too many to be told each time */
  draft(draft: Drafted, read: readonly AnswerPassage[] | null): void {
    this.#draft = draft;
    this.#read = read;
    this.update({ phase: 'answering' });
  }

  /** What was said until now. */
  said(): Pick<Answer, 'answer' | 'citations' | 'sources' | 'passagesRead'> {
    const { answer, citations, sources, passagesRead } = this.#whole();
    return { answer, citations, sources, passagesRead };
  }

  /** Nobody is told any more. */
  end(): void {
    this.#teller?.stop();
  }

  #whole(): AnswerProgress {
    if (this.#draft !== null) {
      const cited = citedAnswer(this.#draft);
      this.#progress = { ...this.#progress, ...cited, ...(this.#read === null ? {} : { passagesRead: this.#read }) };
      this.#draft = null;
    }
    return this.#progress;
  }
}
