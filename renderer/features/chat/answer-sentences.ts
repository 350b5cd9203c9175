// What of a growing answer is read out: whole sentences, never a part of one.

/** Signs of Markdown that a voice would spell. */
function asSpoken(text: string): string {
  return text
    .replace(/[*_`#>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export interface Spoken {
  /** What is to be said now; empty for nothing. */
  readonly text: string;
  /** How much of the answer has been said after that, in characters. */
  readonly until: number;
}

const sentenceEnd = /[.!?…。！？](?:["'”’»)\]]*)(?=\s)|\n+/gu;

/** The sentences that were finished since `from`; with `isDone` everything that is left. */
export function sentencesSince(answer: string, from: number, isDone: boolean): Spoken {
  if (isDone) return { text: asSpoken(answer.slice(from)), until: answer.length };
  let until = from;
  sentenceEnd.lastIndex = from;
  for (let found = sentenceEnd.exec(answer); found !== null; found = sentenceEnd.exec(answer)) {
    until = sentenceEnd.lastIndex;
  }
  return { text: asSpoken(answer.slice(from, until)), until };
}
