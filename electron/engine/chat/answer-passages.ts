// From a search's hits to the passages of an answer: made from the store, never from a model's words. Pure.
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import type { Hit } from '../../../shared/domain/search.js';

export function answerPassage(hit: Hit): AnswerPassage {
  const { documentId, chunkId, path, title, type, offline, text, start, end, locator, recognised } = hit;
  const { cosine, relevance } = hit;
  return {
    documentId,
    chunkId,
    path,
    title,
    type,
    offline,
    text,
    start,
    end,
    locator,
    recognised,
    cosine,
    relevance,
  };
}

/** Lists one after the other, each passage once, at its first place. */
export function joinedPassages(lists: readonly (readonly AnswerPassage[])[], most: number): readonly AnswerPassage[] {
  const seen = new Set<string>();
  return lists
    .flat()
    .filter(({ chunkId }) => !seen.has(chunkId) && seen.add(chunkId))
    .slice(0, most);
}
