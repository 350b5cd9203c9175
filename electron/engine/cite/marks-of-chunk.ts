// Where a passage stands on its page, from the store.
import type { PageMarks } from '../../../shared/domain/passage.js';
import type { TextRange } from '../../../shared/domain/search.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { StoreMethods } from '../store/store-methods.js';
import { pageMarks } from './page-marks.js';

/** Null where the format has no pages. @throws AppError `not-found` for a passage that is not here (any more) */
export async function marksOfChunk(
  store: RpcClient<StoreMethods, Record<never, never>>,
  chunkId: string,
  ranges: readonly TextRange[],
): Promise<PageMarks | null> {
  const place = await store.call('chunkPlace', { chunkId });
  if (place.page === null) return null;
  const layout = await store.call('pageLayout', { documentId: place.documentId, page: place.page });
  return layout === null ? null : pageMarks(layout, place, ranges);
}
