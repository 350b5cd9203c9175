// Everything that still has no vector: the document that a person looks at, then the newest. The store says what that is.
import type { RpcClient } from '../../../shared/rpc.js';
import type { TextMethods } from '../chunk/text-methods.js';
import type { StoreMethods } from '../store/store-methods.js';
import { jobsOf } from './embed-jobs.js';
import type { EmbedStage } from './embed-stage.js';
import type { Interest } from './interest.js';

export interface EmbedRestTools {
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  readonly text: RpcClient<TextMethods, Record<never, never>>;
  readonly stage: EmbedStage;
  readonly interest: Interest;
  readonly signal: AbortSignal;
  /** Documents whose jobs the stage has already. */
  readonly taken: readonly number[];
}

/** Documents that are asked for at once: what comes meanwhile and is newer waits for no more than these. */
const rowsAtOnce = 32;
const chunksAtOnce = 256;

/** Resolves when nothing is left, or `signal` aborts; rejects when embedding or storing fails. */
export async function embedRest(tools: EmbedRestTools): Promise<void> {
  const { store, text, stage, interest, signal } = tools;
  /** Those whose chunks the stage has: their vectors may not be stored yet. */
  const taken = new Set(tools.taken);
  /** Those that wait, and have nothing that could be embedded: they are not asked for again and again. */
  const empty = new Set<number>();

  async function take(row: number, isFirst: boolean): Promise<void> {
    taken.add(row);
    empty.add(row);
    for (let afterId = 0; !signal.aborted; ) {
      const chunks = await store.call('pending', { row, afterId, limit: chunksAtOnce });
      const last = chunks.at(-1);
      if (last === undefined) return;
      afterId = last.id;
      empty.delete(row);
      const tokenIds = await text.call('tokenizeInputs', { inputs: chunks });
      for (const job of jobsOf(chunks, tokenIds)) stage.add(job, isFirst);
      if (!isFirst) await stage.room();
      if (chunks.length < chunksAtOnce) return;
    }
  }

  async function takeFirst(): Promise<void> {
    const { row } = interest;
    if (row === null || stage.prefer(row) || taken.has(row)) return;
    const [first] = await store.call('waitingRows', { firstRow: row, limit: 1 });
    if (first === row) await take(row, true);
  }

  let looking: Promise<void> = Promise.resolve();
  const look = (): void => {
    looking = looking.then(takeFirst);
    // Whoever waits for it below hears of a failure; until then it is not an unhandled one.
    looking.catch(() => null);
  };
  look();
  interest.follow(look);
  try {
    for (let isLast = false; !signal.aborted; ) {
      const limit = rowsAtOnce + taken.size + empty.size;
      const waiting = await store.call('waitingRows', { firstRow: interest.row, limit });
      const listed = new Set(waiting);
      for (const row of taken) if (!listed.has(row)) taken.delete(row);
      const fresh = waiting.filter((row) => !taken.has(row) && !empty.has(row));
      for (const row of fresh) {
        if (signal.aborted) break;
        await stage.room();
        if (!taken.has(row)) await take(row, false);
      }
      if (fresh.length > 0) {
        isLast = false;
        continue;
      }
      await looking;
      await stage.drain();
      if (isLast) return;
      // What was taken and waits still has got another text meanwhile.
      taken.clear();
      isLast = true;
    }
  } finally {
    interest.follow(null);
    await looking.catch(() => null);
  }
}
