// How one document that is asked about is read: whole or by its passages, and what the other way would have taken. Pure.
import type { AnswerPassage, OtherReading, SentRecord } from '../../../shared/domain/chat.js';
import type { ChatModel } from '../../../shared/domain/chat-models.js';
import { charactersOf, otherReading } from './reading-costs.js';
import type { WholeDocument } from './whole-document.js';

export interface WholeReading {
  /** Null where it is too long. */
  readonly document: WholeDocument | null;
  /** It goes along: it was asked for, or is short enough. */
  readonly isChosen: boolean;
  /** It was asked for: then nothing is declined by what the search found. */
  readonly isAskedFor: boolean;
  readonly model: string;
  readonly table: readonly ChatModel[];
}

/** How an answer was read. */
export interface ReadAs {
  readonly sent: SentRecord | null;
  readonly isWhole: boolean;
  /** Where it was not whole. */
  readonly passages: readonly AnswerPassage[];
  /** How many passages a question gets. */
  readonly count: number;
}

/** Undefined where there was no other way. */
export function otherWay(
  whole: WholeReading | null,
  { sent, isWhole, passages, count }: ReadAs,
): OtherReading | undefined {
  if (whole === null || whole.document === null) return undefined;
  const { model, table, document } = whole;
  const all = charactersOf(document.passages);
  const some = isWhole ? Math.min(all, (count * all) / document.passages.length) : charactersOf(passages);
  return otherReading(sent, {
    ...{ model, table, reading: isWhole ? 'passages' : 'document' },
    characters: isWhole ? all : some,
    otherCharacters: isWhole ? some : all,
    otherTokens: document.tokens,
  });
}

/** The whole document's passages with the figures of those that the search found. */
export function withFigures(all: readonly AnswerPassage[], found: readonly AnswerPassage[]): readonly AnswerPassage[] {
  const byId = new Map(found.map((passage) => [passage.chunkId, passage]));
  return all.map((passage) => {
    const { cosine = null, relevance = null, recognised = null } = byId.get(passage.chunkId) ?? {};
    return { ...passage, cosine, relevance, recognised };
  });
}
