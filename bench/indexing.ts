// (a) Tokens a second: our whole path, the library's plain pipeline, and the bare session as the ceiling; in turn, in one run.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextMethods } from '../electron/engine/chunk/text-methods.js';
import { modelFolder } from '../electron/engine/embed/model-files.js';
import { openLibrary } from '../electron/engine/library.js';
import { startWorker } from '../electron/engine/workers/start-worker.js';
import { measureInChild } from './child.js';
import { mixedTexts, writeTexts } from './corpus.js';
import { median } from './percentile.js';

interface OwnFigures {
  readonly seconds: number;
  readonly tokens: number;
  readonly chunks: number;
  readonly textBytes: number;
  readonly databaseBytes: number;
  readonly graphBytes: number;
  readonly writtenBytes: number | null;
  readonly peakMegabytes: number;
  readonly loopBlockedMs: number;
}

export interface IndexingFigures {
  readonly chunks: number;
  readonly tokens: number;
  /** Medians over the rounds. */
  readonly tokensPerSecond: Readonly<Record<string, number>>;
  readonly chunksPerSecond: number;
  /** Of our path to the others, round by round, median. */
  readonly ratios: { readonly ofCeiling: number; readonly ofOneAtATime: number; readonly ofBatches: number };
  readonly ceiling: string;
  readonly peakMegabytes: number;
  readonly loopBlockedMs: number;
  /** Of these short documents, each a transaction of its own, with vectors. */
  readonly writtenBytesPerTextByte: number | null;
  readonly storedBytesPerTextByte: number;
  /** Of documents of a quarter megabyte, without vectors (of which each passage adds 1,536 bytes). */
  readonly ofLongDocuments: {
    readonly writtenBytesPerTextByte: number | null;
    readonly storedBytesPerTextByte: number;
  };
}

const ceilings = ['one-session', 'two-workers', 'sorted-batches'] as const;

/** The chunks' own texts, and the ids that the model reads, for those that are measured beside us. */
async function prepare(
  work: string,
  files: string,
): Promise<{ readonly texts: string; readonly ids: string; readonly tokens: number }> {
  const library = await openLibrary({ folder: join(work, 'library-of-texts') });
  await library.index({ paths: [files], wordsOnly: true });
  const inputs: { context: string; text: string }[] = [];
  const { documents } = await library.documents({ offset: 0, limit: 100_000 });
  for (const { documentId } of documents) {
    const { text, passages } = await library.text(documentId);
    for (const { start, end } of passages) inputs.push({ context: '', text: text.slice(start, end) });
  }
  await library.close();
  const tokenizer = startWorker<TextMethods>('text-worker');
  await tokenizer.client.call('open', { modelFolder: modelFolder() });
  const ids = await tokenizer.client.call('tokenizeInputs', { inputs });
  await tokenizer.terminate();
  const [textsFile, idsFile] = [join(work, 'texts.json'), join(work, 'ids.json')];
  writeFileSync(textsFile, JSON.stringify(inputs.map(({ text }) => `passage: ${text}`)));
  writeFileSync(idsFile, JSON.stringify(ids.map((one) => [...one])));
  // Fewer than ours: without the context line that our path embeds with each passage.
  return { texts: textsFile, ids: idsFile, tokens: ids.reduce((sum, one) => sum + one.length, 0) };
}

/** @param work an empty folder for files and libraries */
export async function measureIndexing(work: string, documents: number, rounds: number): Promise<IndexingFigures> {
  const files = join(work, 'files');
  mkdirSync(files, { recursive: true });
  writeTexts(files, mixedTexts(documents, 1));
  const { texts, ids, tokens } = await prepare(work, files);
  const model = modelFolder();
  const own: OwnFigures[] = [];
  const rates: Record<string, number[]> = {};
  const note = (name: string, rate: number): void => {
    rates[name] ??= [];
    rates[name].push(rate);
  };
  for (let round = 0; round < rounds; round += 1) {
    const library = join(work, `library-${round}`);
    const figures = await measureInChild<OwnFigures>('own-pipeline.ts', [files, library]);
    rmSync(library, { recursive: true, force: true });
    own.push(figures);
    note('acervo', figures.tokens / figures.seconds);
    for (const kind of ceilings) {
      const { seconds } = await measureInChild<{ seconds: number }>('bare-session.mjs', [model, ids, kind]);
      note(kind, tokens / seconds);
    }
    for (const [name, batch] of [
      ['one-at-a-time', '1'],
      ['batches-of-32', '32'],
    ] as const) {
      const { seconds } = await measureInChild<{ seconds: number }>('plain-pipeline.ts', [model, texts, batch]);
      note(name, tokens / seconds);
    }
  }
  const medians = Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]));
  const ceiling = [...ceilings].sort((a, b) => (medians[b] ?? 0) - (medians[a] ?? 0))[0] ?? 'two-workers';
  const ratio = (name: string): number =>
    median((rates.acervo ?? []).map((rate, round) => rate / (rates[name]?.[round] ?? Number.NaN)));
  const [first] = own;
  if (first === undefined) throw new Error('At least one round is needed.');
  return {
    chunks: first.chunks,
    tokens: first.tokens,
    tokensPerSecond: medians,
    chunksPerSecond: median(own.map((one) => one.chunks / one.seconds)),
    ratios: { ofCeiling: ratio(ceiling), ofOneAtATime: ratio('one-at-a-time'), ofBatches: ratio('batches-of-32') },
    ceiling,
    peakMegabytes: Math.max(...own.map((one) => one.peakMegabytes)),
    loopBlockedMs: Math.max(...own.map((one) => one.loopBlockedMs)),
    ...bytesOf(first),
    ofLongDocuments: await measureLongDocuments(work),
  };
}

type BytesPerByte = Pick<IndexingFigures, 'writtenBytesPerTextByte' | 'storedBytesPerTextByte'>;

function bytesOf({ writtenBytes, databaseBytes, graphBytes, textBytes }: OwnFigures): BytesPerByte {
  return {
    writtenBytesPerTextByte: writtenBytes === null ? null : writtenBytes / textBytes,
    storedBytesPerTextByte: (databaseBytes + graphBytes) / textBytes,
  };
}

async function measureLongDocuments(work: string): Promise<BytesPerByte> {
  const files = join(work, 'long-files');
  const texts = Array.from({ length: 40 }, (_, index) => mixedTexts(300, 100 + index).join('\n'));
  writeTexts(files, texts);
  const figures = await measureInChild<OwnFigures>('own-pipeline.ts', [files, join(work, 'library-of-long'), 'words']);
  return bytesOf(figures);
}
