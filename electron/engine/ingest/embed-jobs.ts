// Chunks that wait for their vectors, as jobs of the stage that embeds.
import { type ModelInput, packInputs } from '../chunk/packed-inputs.js';
import type { PendingChunk } from '../store/store-methods.js';
import type { EmbedJob } from './embed-stage.js';

/** Chunks by document, those with the same input once. */
export function jobsOf(chunks: readonly PendingChunk[], tokenIds: readonly Int32Array[]): readonly EmbedJob[] {
  const jobs = new Map<number, ModelInput[]>();
  const seen = new Set<string>();
  for (const [index, { row, inputHash }] of chunks.entries()) {
    const ids = tokenIds[index];
    const key = Buffer.from(inputHash).toString('latin1');
    if (ids === undefined || seen.has(key)) continue;
    seen.add(key);
    const inputs = jobs.get(row) ?? [];
    inputs.push({ inputHash, tokenIds: ids });
    jobs.set(row, inputs);
  }
  return [...jobs].map(([row, inputs]) => ({ row, inputs: packInputs(inputs) }));
}

/** What a job has to embed. */
export function waitingOf({ inputs }: EmbedJob): { readonly chunks: number; readonly tokens: number } {
  return { chunks: inputs.ends.length, tokens: inputs.tokenIds.length };
}
