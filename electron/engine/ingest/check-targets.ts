// From what a person names (a document, a folder of the library, all of it) to the roots, or parts of them, to be checked.
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import { splitInside } from '../store/paths.js';
import type { StoreMethods } from '../store/store-methods.js';
import type { CheckTarget } from './check-root.js';

type StoreClient = RpcClient<StoreMethods, Record<never, never>>;

/** One root, or all. @throws AppError `not-found` for a root that is not here */
export async function targetsOf(store: StoreClient, folderId: number | null): Promise<readonly CheckTarget[]> {
  const roots = await store.call('roots', null);
  const wanted = roots.filter((root) => folderId === null || root.folderId === folderId);
  if (folderId !== null && wanted.length === 0) {
    throw new AppError('not-found', 'This folder is not in the library any more.');
  }
  return wanted.map((root) => ({ root, under: '' }));
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
