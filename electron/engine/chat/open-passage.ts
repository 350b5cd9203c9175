// A passage with what stands around it, for a model that asks to read on.
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import { toPlainError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { StoreMethods } from '../store/store-methods.js';

const charactersAround = 1_200;

/** Null for a passage that is no longer there. */
export async function openPassage(
  store: RpcClient<StoreMethods, Record<never, never>>,
  chunkId: string,
): Promise<AnswerPassage | null> {
  try {
    const place = await store.call('chunkPlace', { chunkId });
    const { documentId } = place;
    const document = await store.call('document', { documentId });
    const wanted = { start: Math.max(0, place.start - charactersAround), end: place.end + charactersAround };
    const { start, text } = wholeWords(wanted.start, await store.call('textRange', { documentId, ...wanted }));
    return {
      documentId,
      chunkId,
      path: document.path,
      title: document.title,
      type: document.type,
      offline: document.state === 'offline',
      text,
      start,
      end: start + text.length,
      locator: place.locator,
      recognised: null,
      cosine: null,
      relevance: null,
    };
  } catch (error) {
    if (toPlainError(error).code === 'not-found') return null;
    throw error;
  }
}

/** Half a word at either end is cut away, and with it half a character. */
function wholeWords(start: number, text: string): { readonly start: number; readonly text: string } {
  const first = start === 0 ? 0 : (/^\S{0,60}\s+/u.exec(text)?.[0].length ?? 0);
  const rest = text.slice(first);
  return { start: start + first, text: rest.replace(/[\ud800-\udbff]$/u, '') };
}
