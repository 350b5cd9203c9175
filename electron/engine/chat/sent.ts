// The record of what left the machine for one answer, added up over its requests.
import type { AnswerPassage, AnswerUsage, SentRecord } from '../../../shared/domain/chat.js';
import { type ChatModel, costUsdOf, modelTable } from '../../../shared/domain/chat-models.js';

const noUsage: AnswerUsage = { input: 0, cacheRead: 0, cacheWritten: 0, output: 0 };

export class SentCounter {
  private readonly host: string;
  private readonly table: readonly ChatModel[];
  private model = '';
  private usage = noUsage;
  private costUsd: number | null = 0;
  private requests = 0;
  private readonly passages = new Map<string, SentRecord['passages'][number]>();

  constructor(host: string, table: readonly ChatModel[] = modelTable) {
    this.host = host;
    this.table = table;
  }

  /** Before each request that leaves. */
  addRequest(model: string, passages: readonly AnswerPassage[]): void {
    this.model = model;
    this.requests += 1;
    for (const { path, chunkId, text } of passages) {
      const key = `${chunkId} ${text.length}`;
      if (!this.passages.has(key)) this.passages.set(key, { path, chunkId, characters: text.length });
    }
  }

  /** What the host says that a request used. */
  addUsage(model: string, usage: AnswerUsage): void {
    this.usage = addUsage(this.usage, usage);
    this.costUsd = addCost(this.costUsd, costUsdOf(model, usage, this.table));
  }

  /** Null while nothing left. */
  record(): SentRecord | null {
    if (this.requests === 0) return null;
    const { host, model, usage, costUsd, requests } = this;
    return { host, model, passages: [...this.passages.values()], usage, costUsd, requests };
  }
}

/** Two records of one answer as one (its rewriting and itself); the later one names the model. */
export function joinSent(first: SentRecord | null, second: SentRecord | null): SentRecord | null {
  if (first === null || second === null) return second ?? first;
  return {
    host: second.host,
    model: second.model,
    passages: [...first.passages, ...second.passages],
    usage: addUsage(first.usage, second.usage),
    costUsd: addCost(first.costUsd, second.costUsd),
    requests: first.requests + second.requests,
  };
}

function addUsage(a: AnswerUsage, b: AnswerUsage): AnswerUsage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWritten: a.cacheWritten + b.cacheWritten,
    output: a.output + b.output,
  };
}

function addCost(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
