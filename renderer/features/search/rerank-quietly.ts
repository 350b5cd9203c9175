// The last order of a list, asked for when it has settled: it comes once, or not at all.
import type { SearchResult } from '../../../shared/domain/search.js';
import type { ChannelRequest, IpcReply } from '../../../shared/ipc/contract.js';

type Request = ChannelRequest<'search.query'>;

/**
 * The reranked result; null where the person has begun to look through the list, before or meanwhile: nothing moves under
 * their hands. Where it fails the list stays as it is.
 */
export async function rerankQuietly(
  request: Request,
  ask: (request: Request) => Promise<IpcReply<SearchResult>>,
  mayMove: () => boolean,
): Promise<SearchResult | null> {
  if (!mayMove()) return null;
  const reply = await ask({ ...request, rerank: true });
  return reply.kind === 'value' && mayMove() ? reply.value : null;
}
