// A whole document as the passages that it is made of, one behind the other, for a question about that document alone.
import type { AnswerPassage, ChatScope } from '../../../shared/domain/chat.js';
import { type ChatModel, modelNamed } from '../../../shared/domain/chat-models.js';
import type { RpcClient } from '../../../shared/rpc.js';
import type { StoreMethods } from '../store/store-methods.js';

export interface WholeDocument {
  /** In reading order; together they are the text, and none overlaps another. */
  readonly passages: readonly AnswerPassage[];
  /** Estimated. */
  readonly tokens: number;
}

/** For instructions, conversation and answer. */
const roomBeside = 40_000;
/** Of a model that is not in the table: a server of one's own. */
const unknownWindow = 32_000;
const roomBesideUnknown = 12_000;
/** A chunk has about 250 tokens of its own; many are shorter. */
const leastTokensPerChunk = 60;

/** How many tokens of a document a model takes. */
export function mostDocumentTokens(model: string, table: readonly ChatModel[]): number {
  const known = modelNamed(model, table)?.windowTokens;
  return known === undefined ? unknownWindow - roomBesideUnknown : Math.max(0, known - roomBeside);
}

/** The one document that is asked about; null where it may be several. */
export function onlyDocumentOf({ documentIds }: ChatScope): string | null {
  return documentIds?.length === 1 ? (documentIds[0] ?? null) : null;
}

/**
 * Null where it holds more than `mostTokens`, or nothing.
 * @throws AppError `not-found`
 */
export async function readWholeDocument(
  store: RpcClient<StoreMethods, Record<never, never>>,
  documentId: string,
  mostTokens: number,
): Promise<WholeDocument | null> {
  const document = await store.call('document', { documentId });
  if ((document.chunks ?? 0) * leastTokensPerChunk > mostTokens) return null;
  const { text, passages: places } = await store.call('text', { documentId });
  const sorted = [...places].sort((a, b) => a.start - b.start);
  const passages = sorted.flatMap(({ chunkId, locator, start: chunkStart }, at): AnswerPassage[] => {
    const start = at === 0 ? 0 : chunkStart;
    const end = sorted[at + 1]?.start ?? text.length;
    const part = text.slice(start, end);
    if (part.trim() === '') return [];
    return [
      {
        ...{ documentId, chunkId, path: document.path, title: document.title, type: document.type },
        offline: document.state === 'offline',
        ...{ text: part, start, end, locator, recognised: null, cosine: null, relevance: null },
      },
    ];
  });
  const tokens = tokensOf(text);
  return passages.length === 0 || tokens > mostTokens ? null : { passages, tokens };
}

/** Rather too many: a token for three letters of an alphabet, and one for each sign of a script without. */
export function tokensOf(text: string): number {
  const signs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu);
  const count = signs?.length ?? 0;
  return Math.ceil((text.length - count) / 3) + count;
}
