// The passages that a model was given in one answer, and the names that it knows them by.
import type { AnswerPassage } from '../../../shared/domain/chat.js';

export interface AddedPassage {
  readonly index: number;
  readonly passage: AnswerPassage;
  /** It was given before. */
  readonly isKnown: boolean;
}

export class GivenPassages {
  private readonly list: AnswerPassage[];
  private readonly indexes = new Map<string, number>();

  constructor(passages: readonly AnswerPassage[]) {
    this.list = [...passages];
    for (const [index, passage] of passages.entries()) this.indexes.set(keyOf(passage), index);
  }

  get all(): readonly AnswerPassage[] {
    return this.list;
  }

  add(passage: AnswerPassage): AddedPassage {
    const known = this.indexes.get(keyOf(passage));
    if (known !== undefined) return { index: known, passage, isKnown: true };
    const index = this.list.push(passage) - 1;
    this.indexes.set(keyOf(passage), index);
    return { index, passage, isKnown: false };
  }

  /** Null for a name that was not given. */
  indexOf(source: string): number | null {
    const number = /^passage-(\d{1,6})$/u.exec(source.trim())?.[1];
    const index = Number(number ?? 0) - 1;
    return index >= 0 && index < this.list.length ? index : null;
  }

  has(n: number): boolean {
    return n >= 1 && n <= this.list.length;
  }
}

/** Says nothing of the disk, the library or the document. */
export function sourceName(index: number): string {
  return `passage-${index + 1}`;
}

function keyOf({ chunkId, start, end }: AnswerPassage): string {
  return `${chunkId} ${start} ${end}`;
}
