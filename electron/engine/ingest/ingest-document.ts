// One document from its file to words in the store: hash, look for the content, parse, chunk, save.
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { type RpcClient, withTransfer } from '../../../shared/rpc.js';
import type { TextMethods } from '../chunk/text-methods.js';
import { checkFileSize } from '../load/check-size.js';
import type { PackedDocument } from '../load/parse-methods.js';
import type { Parser } from '../load/parser.js';
import type { FolderRow, ScanProblem, StoreMethods, ToRead } from '../store/store-methods.js';
import type { EmbedJob } from './embed-stage.js';
import { isMediaName } from './ignore.js';

export interface IngestTools {
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  readonly text: RpcClient<TextMethods, Record<never, never>>;
  readonly parser: Parser;
}

export interface IngestSeconds {
  load: number;
  store: number;
}

export type IngestOutcome =
  | { readonly kind: 'same' }
  | { readonly kind: 'moved' | 'copied'; readonly chunks: number; readonly isReady: boolean }
  | {
      readonly kind: 'words';
      readonly added: number;
      readonly reused: number;
      readonly removed: number;
      readonly isReady: boolean;
      readonly job: EmbedJob;
    };

/** A run adds up the seconds that each part took, over documents that are worked on side by side. */
async function timed<T>(seconds: IngestSeconds, part: keyof IngestSeconds, work: Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work;
  } finally {
    seconds[part] += (performance.now() - start) / 1_000;
  }
}

/** Absolute path of a document below its root. */
export function pathOf(root: FolderRow, relativePath: string): string {
  return root.isFile ? root.path : join(root.path, relativePath);
}

/**
 * Chunks a document and stores its text and words; both is done by threads that speak with each other directly.
 * @throws AppError `empty` when there is nothing to chunk
 */
export async function saveDocument(
  tools: Pick<IngestTools, 'text'>,
  target: ToRead,
  contentHash: Uint8Array,
  document: PackedDocument,
  { force, seconds }: { readonly force: boolean; readonly seconds: IngestSeconds },
): Promise<IngestOutcome> {
  const { row, sizeBytes, modifiedMs } = target;
  const { numbers, tables } = document.blocks;
  // Parts that came in one message may lie in one buffer.
  const buffers = new Set([...document.text, numbers, tables].map(({ buffer }) => buffer as ArrayBuffer));
  const request = withTransfer({ document, target: { row, contentHash, sizeBytes, modifiedMs, embedAgain: force } }, [
    ...buffers,
  ]);
  const saved = await timed(seconds, 'store', tools.text.call('saveDocument', request));
  const { added, reused, removed, state, waiting } = saved;
  return {
    kind: 'words',
    added,
    reused,
    removed,
    isReady: state === 'ready',
    job: { row, inputs: waiting },
  };
}

const problemWords: Readonly<Record<ScanProblem, string>> = {
  'folder-unlisted': 'This folder cannot be listed, so nothing in it is found. Check its permissions, then try again.',
  'name-unreadable':
    'The name of this file cannot be read on this computer. Rename the file, then check the folder again.',
  'file-unreadable': 'This file cannot be looked at. Check the permissions of its folder, or make its path shorter.',
};

/**
 * Reads one file that a check found new or changed.
 * @throws AppError with the reason why it could not be read
 */
export async function ingestFile(
  tools: IngestTools,
  root: FolderRow,
  target: ToRead,
  options: {
    readonly force: boolean;
    /** Read anew what is unchanged, and keep the vectors that it has. */
    readonly rereads: boolean;
    readonly signal: AbortSignal;
    readonly seconds: IngestSeconds;
    readonly onHash: (contentHash: Uint8Array) => void;
  },
): Promise<IngestOutcome> {
  const { signal, seconds, force, rereads, onHash } = options;
  const path = pathOf(root, target.relativePath);
  if (target.problem !== undefined) throw new AppError('unreadable', problemWords[target.problem]);
  if (isMediaName(path)) {
    throw new AppError('unsupported', 'Acervo cannot read this kind of file yet. It stays listed here.');
  }
  if (target.sizeBytes === 0) throw new AppError('empty', 'The file is empty. It is read again when that changes.');
  // Before the hash, for which all of it would be read.
  checkFileSize(target.sizeBytes);
  const { contentHash } = await timed(seconds, 'load', tools.parser.hash(path, signal));
  onHash(contentHash);
  const plan = await timed(
    seconds,
    'store',
    tools.store.call('planContent', {
      row: target.row,
      contentHash,
      sizeBytes: target.sizeBytes,
      modifiedMs: target.modifiedMs,
      force: force || rereads,
    }),
  );
  if (plan.kind !== 'read') return plan;
  await tools.store.call('markReading', { row: target.row });
  const { recognised, encoding } = plan;
  const loaded = await timed(seconds, 'load', tools.parser.load({ path, recognised, encoding }, signal));
  return saveDocument(tools, target, loaded.contentHash, loaded.document, { force, seconds });
}
