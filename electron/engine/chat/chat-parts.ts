// What answers need of an open library, from its threads.
import { type ErrorCode, toPlainError } from '../../../shared/errors.js';
import type { LocalEmbedder } from '../embed/local-embedder.js';
import type { QuestionGate } from '../ingest/question-gate.js';
import type { LibraryParts } from '../library-parts.js';
import type { ChatParts } from './chat-session.js';
import type { Search } from './find-passages.js';
import { rememberingSentences } from './sentence-vectors.js';

interface AnswerTools {
  readonly embedder: LocalEmbedder;
  /** Held while the library changes its model. */
  readonly gate: QuestionGate;
  readonly search: Search;
}

const withoutModel: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['model-missing', 'model-corrupt']);

export function chatParts(parts: LibraryParts, { embedder, gate, search }: AnswerTools): ChatParts {
  const { folder, store, text, search: searcher } = parts;
  return {
    folder,
    store: store.client,
    search: async (request, signal) => {
      try {
        return await search(request, signal);
      } catch (error) {
        // Without the model that reads meaning, words still find passages.
        if (!withoutModel.has(toPlainError(error).code)) throw error;
        return search({ ...request, mode: 'words' }, signal);
      }
    },
    embedQuestion: (question, signal) => gate.during(() => embedder.embedQuestion(question, signal)),
    embedSentences: rememberingSentences(
      (sentences, signal) =>
        gate.during(async () => {
          const inputs = sentences.map(({ context, text: sentence }) => ({ context, text: sentence }));
          const tokenIds = await text.client.call('tokenizeInputs', { inputs }, signal);
          return Promise.all(tokenIds.map((ids) => embedder.embedTokensFirst(ids, signal)));
        }),
      () => embedder.identity.id,
    ),
    coverage: (question, texts, signal) =>
      gate.during(() => searcher.client.call('coverage', { question, texts }, signal)),
  };
}
