// From what a person names (paths, a folder of the library, all of it) to the roots, or parts of them, to be checked.
import { isAbsolute, relative, sep } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import { splitInside } from '../store/paths.js';
import type { StoreMethods } from '../store/store-methods.js';
import type { CheckTarget } from './check-root.js';
import { resolveRoot } from './resolve-root.js';

type StoreClient = RpcClient<StoreMethods, Record<never, never>>;

export const defaultCollection = 'default';

/** One root, or all. @throws AppError `not-found` for a root that is not here */
export async function targetsOf(store: StoreClient, folderId: number | null): Promise<readonly CheckTarget[]> {
  const roots = await store.call('roots', null);
  const wanted = roots.filter((root) => folderId === null || root.folderId === folderId);
  if (folderId !== null && wanted.length === 0) {
    throw new AppError('not-found', 'This folder is not in the library any more.');
  }
  return wanted.map((root) => ({ root, under: '' }));
}

/** Roots for `paths`, and which part of its root each one is. @throws AppError `wrong-use`, `vanished`, `unreadable` */
export async function registerPaths(
  store: StoreClient,
  paths: readonly string[],
  collection = defaultCollection,
): Promise<readonly CheckTarget[]> {
  const targets: CheckTarget[] = [];
  for (const path of paths) {
    if (!isAbsolute(path)) throw new AppError('wrong-use', 'A path has to be absolute.');
    const { real, isFile } = await resolveRoot(path, () => store.call('roots', null));
    const root = await store.call('addRoot', { path: real, isFile, collection });
    targets.push({ root, under: relative(root.path, real).split(sep).join('/') });
  }
  return targets;
}

/** Has a document wait to be read again, and gives where: what lies inside a file is read by a check of that file. */
export async function targetsToReadAgain(
  store: StoreClient,
  documentId: string,
  encoding: string | null | undefined,
): Promise<readonly CheckTarget[]> {
  const { folderId, relativePath } = await store.call('readAgain', { documentId, encoding });
  const roots = await store.call('roots', null);
  return roots
    .filter((root) => root.folderId === folderId)
    .map((root) => ({ root, under: root.isFile ? '' : splitInside(relativePath).file }));
}
