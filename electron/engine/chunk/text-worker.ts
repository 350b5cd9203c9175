// The worker thread that holds the one tokenizer: chunks documents and tokenizes questions.
import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../shared/errors.js';
import { connect, type RpcClient, serve, withTransfer } from '../../../shared/rpc.js';
import { type ModelFolder, openModelFolder } from '../embed/model-files.js';
import { unpackDocument } from '../load/pack-document.js';
import type { StoreMethods } from '../store/store-methods.js';
import { portChannel } from '../workers/node-channels.js';
import { peerPort } from '../workers/start-worker.js';
import { untilOthersRan } from '../workers/until-others-ran.js';
import type { Chunk, TokenizedChunk } from './chunk.js';
import { type ChunkOptions, defaultChunkOptions } from './chunk-options.js';
import { chunksOf } from './chunker.js';
import { packInputs } from './packed-inputs.js';
import { passageTokenizer, truncatedIds } from './passage-tokenizer.js';
import type { OpenTextRequest, TextMethods } from './text-methods.js';
import { openTokenizer, type Tokenizer } from './tokenizer.js';

interface OpenModel {
  readonly model: ModelFolder;
  readonly tokenizer: Tokenizer;
  readonly chunking: ChunkOptions;
}

/** A generation's model, loaded when it is first needed. */
interface Slot {
  readonly request: OpenTextRequest;
  opening: Promise<OpenModel> | null;
}

/** How long a document may keep a question waiting. */
const sliceMs = 15;

let inUse: Slot | null = null;
let next: Slot | null = null;

async function open({ modelFolder, chunking }: OpenTextRequest): Promise<OpenModel> {
  const model = openModelFolder(modelFolder);
  return { model, tokenizer: await openTokenizer(model), chunking: chunking ?? defaultChunkOptions };
}

function opened(slot: Slot | null = inUse): Promise<OpenModel> {
  if (slot === null) throw new AppError('bug', 'The text worker was asked before it was opened.');
  slot.opening ??= open(slot.request);
  return slot.opening;
}

/** Runs the work slice by slice, so that other calls are answered in between. */
async function inSlices<T>(work: Iterable<T>, signal: AbortSignal): Promise<T[]> {
  const results: T[] = [];
  let sliceStart = performance.now();
  for (const result of work) {
    results.push(result);
    if (performance.now() - sliceStart < sliceMs) continue;
    await untilOthersRan();
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    sliceStart = performance.now();
  }
  return results;
}

const peer = peerPort();
const store = peer === null ? null : connect<StoreMethods>(portChannel(peer));

const savedBy: RpcClient<StoreMethods, Record<never, never>>['call'] = (method, payload) => {
  if (store === null) throw new AppError('bug', 'The text worker was started without a way to the store.');
  return store.call(method, payload);
};

function withoutIds({ tokenIds: _ids, ...chunk }: TokenizedChunk): Chunk {
  return chunk;
}

if (parentPort !== null) {
  serve<TextMethods>(portChannel(parentPort), {
    async open({ onDemand = false, ...request }) {
      inUse = { request, opening: null };
      if (!onDemand) await opened();
    },
    async openNext(request) {
      next = request === null ? null : { request, opening: null };
      if (next !== null) await opened(next);
    },
    async useNext() {
      if (next === null) throw new AppError('bug', 'There is no next generation.');
      inUse = next;
      next = null;
    },
    async buildDocument({ row }, { signal }) {
      const { model, tokenizer, chunking } = await opened(next);
      const found = await savedBy('documentToBuild', { row });
      if (found === null) return null;
      const work = chunksOf(found.input, passageTokenizer(tokenizer, model.manifest), chunking);
      const chunks = await inSlices(work, signal as AbortSignal);
      const saved = await savedBy('saveBuilt', { row, version: found.version, chunks: chunks.map(withoutIds) });
      if (saved === null) return null;
      const waiting = packInputs(saved.withoutVector.flatMap((ordinal) => chunks[ordinal] ?? []));
      const tokens = chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
      const buffers = Object.values(waiting).map((array) => array.buffer as ArrayBuffer);
      return withTransfer({ chunks: chunks.length, tokens, waiting }, buffers);
    },
    async saveDocument({ document: packed, target }, { signal }) {
      const { model, tokenizer, chunking } = await opened();
      const document = unpackDocument(packed);
      const work = chunksOf(document, passageTokenizer(tokenizer, model.manifest), chunking);
      const chunks: TokenizedChunk[] = await inSlices(work, signal as AbortSignal);
      if (chunks.length === 0) throw new AppError('empty', 'There is no text in this file. Nothing needs to be done.');
      const { withoutVector, ...saved } = await savedBy('saveWords', {
        ...target,
        document,
        chunks: chunks.map(withoutIds),
      });
      const waiting = packInputs(withoutVector.flatMap((ordinal) => chunks[ordinal] ?? []));
      const buffers = Object.values(waiting).map((array) => array.buffer as ArrayBuffer);
      return withTransfer({ ...saved, chunks: chunks.length, waiting }, buffers);
    },
    async tokenizeQuestion({ text }) {
      const { model, tokenizer } = await opened();
      const { maxInputTokens, prefixes } = model.manifest;
      return truncatedIds(tokenizer.encode(prefixes.question + text), maxInputTokens);
    },
    async tokenizeInputs({ inputs, isNext = false }, { signal }) {
      const { model, tokenizer } = await opened(isNext ? next : inUse);
      const { encode } = passageTokenizer(tokenizer, model.manifest);
      const { maxInputTokens } = model.manifest;
      function* work(): Generator<Int32Array> {
        for (const { context, text } of inputs) yield truncatedIds(encode(context, text), maxInputTokens);
      }
      return inSlices(work(), signal as AbortSignal);
    },
  });
}
