// The first half of a root's check: list what is on disk, plan what has to be read, and see whether the root is there at all.
import { lstat } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { BatchPlan, FolderRow, ScanEntry, StoreMethods, ToRead } from '../store/store-methods.js';
import { FolderFilter } from './folder-filter.js';
import type { Following } from './following.js';
import { scanRoot } from './scan.js';

/** A root to check, or the part of it at or under `under` ('' for all of it). */
export interface CheckTarget {
  readonly root: FolderRow;
  readonly under: string;
}

export interface OpenCheck {
  readonly root: FolderRow;
  readonly under: string;
  readonly checkId: number;
  readonly toRead: readonly ToRead[];
  /** Folders that could not be listed: what lies below them is not taken for deleted. */
  readonly unlisted: readonly string[];
  readonly inode: string;
}

/** `gone`: the root is no longer in the library. `offline`: it cannot be listed now. */
export type CheckStart = { readonly kind: 'open'; readonly check: OpenCheck } | { readonly kind: 'gone' | 'offline' };

export interface CheckTools {
  readonly store: RpcClient<StoreMethods, Record<never, never>>;
  /** Absolute path of a folder to pass over: the library's own. */
  readonly without: string;
  readonly signal: AbortSignal;
  readonly following: Following | undefined;
  readonly plan: (checkId: number, entries: readonly ScanEntry[]) => Promise<BatchPlan>;
  /** Counts what was found, and gives what has to be read of it. */
  readonly found: (plan: BatchPlan) => readonly ToRead[];
}

/** @throws AppError when the library itself fails */
export async function startCheck(target: CheckTarget, tools: CheckTools): Promise<CheckStart> {
  const { root } = target;
  const { store, following } = tools;
  let checkId: number | null = null;
  const toRead: ToRead[] = [];
  const unlisted: string[] = [];
  const folders = new Set<string>();
  let entries = 0;
  let inode: string;
  let under: string;
  try {
    const before = await inodeOf(root.path);
    const isOther = isOtherFolder(root, before);
    // Where another folder has taken the root's place, a part of it says nothing of the rest.
    under = isOther ? '' : target.under;
    ({ checkId } = await store.call('beginCheck', { folderId: root.folderId, under }));
    const onListing = (folder: string): void => {
      folders.add(folder);
      following?.onListing(root, folder);
    };
    const options = {
      signal: tools.signal,
      without: tools.without,
      filter: new FolderFilter(root.rules),
      freshMs: following?.freshMs,
      onListing,
    };
    for await (const batch of scanRoot(root, under, options)) {
      unlisted.push(...batch.unlisted);
      entries += batch.entries.length;
      const plan = await tools.plan(checkId, batch.entries);
      if (plan.later !== undefined && plan.later.length > 0) following?.lookAgain(root, plan.later, following.freshMs);
      toRead.push(...tools.found(plan));
    }
    toRead.push(...tools.found(await store.call('planRest', { checkId })));
    inode = await inodeOf(root.path);
    // The mount point of an unplugged drive is there, empty, and not the folder that was listed before.
    if (isOther && entries === 0 && unlisted.length === 0) throw new Error('The drive is not there.');
    if (!root.isFile && inode !== before) throw new Error('The drive went while it was listed.');
  } catch (error) {
    if (checkId !== null) await store.call('dropChecks', { checkIds: [checkId] });
    // A folder around it was added, or it was taken out: whoever did so looks after what it held.
    if (error instanceof AppError && error.code === 'not-found') return { kind: 'gone' };
    if (error instanceof AppError) throw error;
    return { kind: 'offline' };
  }
  if (root.state !== 'ok' || inode !== root.inode) {
    await store.call('setRootState', { folderId: root.folderId, state: 'ok', inode });
  }
  following?.onListed(root, under, folders);
  return { kind: 'open', check: { root, under, checkId, toRead, unlisted, inode } };
}

/** Whether the root is still the one that was listed: only then is known what is gone from it. */
export async function isStillThere({ root, inode }: Pick<OpenCheck, 'root' | 'inode'>): Promise<boolean> {
  return inodeOf(root.path).then(
    (now) => root.isFile || now === inode,
    () => false,
  );
}

export async function isListable(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** A file is another one each time its editor saves it; a folder stays the same. */
function isOtherFolder(root: FolderRow, inode: string): boolean {
  return root.inode !== null && inode !== root.inode;
}

async function inodeOf(path: string): Promise<string> {
  return String((await lstat(path, { bigint: true })).ino);
}
