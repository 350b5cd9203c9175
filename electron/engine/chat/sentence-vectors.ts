// Vectors of sentences, made at question time and kept for a while: questions about one subject meet the same sentences.
import type { ExtractiveParts, SentenceInput } from './extractive-model.js';

/** 6 MB. */
const remembered = 4_096;

type EmbedSentences = ExtractiveParts['embedSentences'];

/**
 * Asks `embed` only for sentences that were not asked for lately.
 * @param model names the model in use: vectors of another one are of no use
 */
export function rememberingSentences(embed: EmbedSentences, model: () => string = () => ''): EmbedSentences {
  const known = new Map<string, Float32Array>();
  return async (sentences, signal) => {
    const prefix = model();
    const keys = sentences.map(({ context, text }) => `${prefix}\n${context}\n${text}`);
    const missing = new Map<string, SentenceInput>(
      sentences.flatMap((one, at) => (known.has(keys[at] ?? '') ? [] : [[keys[at] ?? '', one] as const])),
    );
    const vectors = await embed([...missing.values()], signal);
    const fresh = new Map([...missing.keys()].map((key, at) => [key, vectors[at]]));
    const all = keys.map((key) => {
      const vector = fresh.get(key) ?? known.get(key) ?? new Float32Array();
      // What was used last is the last to be forgotten.
      known.delete(key);
      known.set(key, vector);
      return vector;
    });
    for (const oldest of known.keys()) {
      if (known.size <= remembered) break;
      known.delete(oldest);
    }
    return all;
  };
}
