// One document read again at once, before anything else that is to be read.
import type { DocumentDetails } from '../../../shared/domain/document.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { StoreMethods } from '../store/store-methods.js';
import { checkEncoding } from './check-encoding.js';
import { targetsToReadAgain } from './check-targets.js';
import type { Indexer } from './indexer.js';

interface Again {
  readonly documentId: string;
  /** Null: to be found out again; left out: as it is. */
  readonly encoding: string | null | undefined;
}

/** @throws AppError `not-found`; `wrong-use` for an encoding that is not known, or a format that decides about it itself */
export async function readDocumentAgain(
  store: RpcClient<StoreMethods, Record<never, never>>,
  indexer: Indexer,
  { documentId, encoding }: Again,
  signal: AbortSignal,
): Promise<DocumentDetails> {
  const before = await store.call('document', { documentId });
  if (typeof encoding === 'string') checkEncoding(before, encoding);
  await indexer.queue.alone(async () => {
    const targets = await targetsToReadAgain(store, documentId, encoding);
    await indexer.readNow(targets, signal);
  });
  return store.call('document', { documentId });
}
