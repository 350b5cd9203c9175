// One document from its file to words in the store: hash, look for the content, parse, chunk, save.
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { type RpcClient, withTransfer } from '../../../shared/rpc.js';
import type { TextMethods } from '../chunk/text-methods.js';
import { checkFileSize } from '../load/check-size.js';
import { type ChildEntry, noChildren } from '../load/children/child-entry.js';
import type { DocumentPlace, PackedDocument } from '../load/parse-methods.js';
import { type Parser, ParserStoppedError } from '../load/parser.js';
import { isPassing } from '../store/passing-reasons.js';
import { splitInside } from '../store/paths.js';
import type {
  BatchPlan,
  ChildrenPlan,
  ContentPlan,
  FolderRow,
  ScanProblem,
  StoreMethods,
  ToRead,
} from '../store/store-methods.js';
import type { EmbedJob } from './embed-stage.js';
import { failureOf } from './failure.js';
import { isMediaName } from './ignore.js';
import { restingFile } from './resting-file.js';

export interface IngestTools {
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  readonly text: RpcClient<TextMethods, Record<never, never>>;
  readonly parser: Parser;
}

export interface IngestSeconds {
  load: number;
  store: number;
}

/** Every outcome tells what still has to be read inside the document, and what is as it was there. */
export type IngestOutcome = { readonly inside: InsideOutcome } & (
  | { readonly kind: 'same' }
  | { readonly kind: 'moved' | 'copied'; readonly chunks: number; readonly isReady: boolean }
  /** It could not be read, but what lies inside it can. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | WordsOutcome
);

type InsideOutcome = BatchPlan & Partial<Pick<ChildrenPlan, 'removed' | 'chunksRemoved'>>;

const nothingInside: InsideOutcome = { toRead: [], unchanged: 0 };

interface WordsOutcome {
  readonly kind: 'words';
  readonly added: number;
  readonly reused: number;
  readonly removed: number;
  readonly isReady: boolean;
  readonly job: EmbedJob;
}

/** A run adds up the seconds that each part took, over documents that are worked on side by side. */
async function timed<T>(seconds: IngestSeconds, part: keyof IngestSeconds, work: Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work;
  } finally {
    seconds[part] += (performance.now() - start) / 1_000;
  }
}

/** Where a document below its root is found: its file, and the names that lead to it inside that. */
export function placeOf(root: FolderRow, relativePath: string): DocumentPlace {
  const { file, inside } = splitInside(relativePath);
  return { path: root.isFile ? root.path : join(root.path, file), inside };
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
): Promise<WordsOutcome & { readonly inside: InsideOutcome }> {
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
    inside: nothingInside,
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
    'This name cannot be read on this computer, so neither can what it stands for. Give it another one, then check the folder again.',
  'file-unreadable': 'This file cannot be looked at. Check the permissions of its folder, or make its path shorter.',
  placeholder:
    'Only the name of this file is on this computer, and Acervo starts no download. Open it once, or keep it on this computer.',
};

export interface IngestOptions {
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly seconds: IngestSeconds;
  readonly onHash: (contentHash: Uint8Array) => void;
}

/**
 * Reads one document that a check found new or changed: a file, or what lies inside one.
 * @throws AppError with the reason why it could not be read
 */
export async function ingestFile(
  tools: IngestTools,
  root: FolderRow,
  found: ToRead,
  options: IngestOptions,
): Promise<IngestOutcome> {
  const { signal, seconds, force, onHash } = options;
  const place = placeOf(root, found.relativePath);
  if (isMediaName(found.relativePath)) {
    throw new AppError('unsupported', 'Acervo cannot read this kind of file yet. It stays listed here.');
  }
  if (found.problem !== undefined) {
    const code = found.problem === 'placeholder' ? 'incomplete' : 'unreadable';
    throw new AppError(code, problemWords[found.problem]);
  }
  const target =
    splitInside(found.relativePath).inside.length > 0 ? found : await restingFile(place.path, found, signal);
  if (target.sizeBytes === 0) throw new AppError('empty', 'The file is empty. It is read again when that changes.');
  // Before the hash, for which all of it would be read.
  checkFileSize(target.sizeBytes);
  const contentHash =
    target.contentHash ?? (await timed(seconds, 'load', tools.parser.hash(place, signal))).contentHash;
  onHash(contentHash);
  const plan = await timed(
    seconds,
    'store',
    tools.store.call('planContent', {
      row: target.row,
      contentHash,
      sizeBytes: target.sizeBytes,
      modifiedMs: target.modifiedMs,
      force,
    }),
  );
  if (plan.kind === 'copied') return { ...plan, inside: nothingInside };
  if (plan.kind !== 'read') return { ...plan, inside: plan.children };
  return readDocument(tools, { target, place, plan }, options);
}

interface ReadJob {
  readonly target: ToRead;
  readonly place: DocumentPlace;
  readonly plan: Extract<ContentPlan, { readonly kind: 'read' }>;
}

/** What lies inside is planned before the document counts as read: a process that is killed in between lists it again. */
async function readDocument(
  tools: IngestTools,
  { target, place, plan }: ReadJob,
  options: IngestOptions,
): Promise<IngestOutcome> {
  const { signal, seconds, force } = options;
  const { room, hasChildren, encoding, recognised } = plan;
  let inside: InsideOutcome | null = null;
  const planInside = async (children: readonly ChildEntry[]): Promise<InsideOutcome> => {
    if (children.length === 0 && !hasChildren) return nothingInside;
    const { row, modifiedMs } = target;
    return timed(seconds, 'store', tools.store.call('planChildren', { row, children, modifiedMs, force }));
  };
  try {
    const loaded = await timed(seconds, 'load', tools.parser.load({ ...place, encoding, recognised, room }, signal));
    inside = await planInside(loaded.children);
    return { ...(await saveDocument(tools, target, loaded.contentHash, loaded.document, { force, seconds })), inside };
  } catch (error) {
    const failure = failureOf(error);
    // What is only away for a while keeps what it held.
    if (signal.aborted || failure === null || isPassing(failure.reason)) throw error;
    inside ??= await planInside(await listInside(tools, { ...place, room }, error, signal));
    return { kind: 'failed', error, inside };
  }
}

/** A scan without words may have files attached. Whatever took the parser down is not opened again. */
async function listInside(
  { parser }: IngestTools,
  request: Parameters<Parser['list']>[0],
  error: unknown,
  signal: AbortSignal,
): Promise<readonly ChildEntry[]> {
  if (error instanceof ParserStoppedError) return [];
  const list = await parser.list(request, signal).catch((thrown: unknown) => {
    // The document's own reason says enough.
    if (failureOf(thrown) === null) throw thrown;
    return noChildren;
  });
  return list.children;
}
