// A record of how questions were answered, for whoever wants to see or measure it: off by default, on this machine, one JSON object a line.
import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, AnswerMode, AnswerPassage, ChatScope } from '../../../shared/domain/chat.js';
import { answerLogName } from '../../../shared/domain/library.js';

/** Of each of two files: the newer one becomes the older one when it is full. */
const mostBytes = 2 * 1024 * 1024;

interface LoggedQuestion {
  readonly asked: string;
  readonly question: string;
  readonly scope: ChatScope;
  readonly mode: AnswerMode;
  readonly answer: Answer;
}

/**
 * Holds questions and ids, and not a word of documents or answers: what is taken out of the library is not in here either.
 * Never a key, which nothing here is told.
 */
export class AnswerLog {
  readonly #file: string;
  readonly #olderFile: string;
  isOn = false;

  /** @param folder of the library */
  constructor(folder: string) {
    this.#file = join(folder, answerLogName);
    this.#olderFile = `${this.#file}.old`;
  }

  /** A log that can't be written is no reason to lose an answer: false says so. */
  write(question: LoggedQuestion): boolean {
    if (!this.isOn) return false;
    try {
      if (sizeOf(this.#file) >= mostBytes) renameSync(this.#file, this.#olderFile);
      // Readable by the person alone, as the library is.
      appendFileSync(this.#file, `${JSON.stringify(entryOf(question))}\n`, { mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  get bytes(): number {
    return sizeOf(this.#file) + sizeOf(this.#olderFile);
  }

  clear(): void {
    for (const file of [this.#file, this.#olderFile]) rmSync(file, { force: true });
  }
}

function entryOf({ asked, question, scope, mode, answer }: LoggedQuestion): Readonly<Record<string, unknown>> {
  const { kind, queryUsed, confidence, answerable, sources, passagesRead, nearest, steps, problem, sent } = answer;
  const numbers = new Map(sources.map(({ chunkId, n }) => [chunkId, n]));
  const passage = ({ documentId, chunkId, start, end, cosine, relevance }: AnswerPassage) => ({
    ...{ documentId, chunkId, start, end, cosine, relevance },
    cited: numbers.get(chunkId) ?? null,
  });
  return {
    ...{ asked, question, queryUsed, filter: withoutNames(scope), mode },
    ...{ decision: kind, answerable, confidence, isFromCache: answer.isFromCache, isStopped: answer.isStopped },
    problem: problem?.code ?? null,
    passages: passagesRead.map(passage),
    nearest: nearest.map(passage),
    steps: steps.map((step) => step.kind),
    answerCharacters: answer.answer.length,
    ...{ host: sent?.host ?? null, model: sent?.model ?? null, requests: sent?.requests ?? 0 },
    ...{ usage: sent?.usage ?? null, costUsd: sent?.costUsd ?? null, seconds: answer.seconds },
  };
}

/** Names of folders and collections would stay in here when those are taken out of the library. */
function withoutNames({ collection, paths, inFolder, ...rest }: ChatScope): Readonly<Record<string, unknown>> {
  const isNamed = collection !== undefined || paths !== undefined || inFolder !== undefined;
  return isNamed ? { ...rest, isNamed } : rest;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
