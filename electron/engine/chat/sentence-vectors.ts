// Vectors of sentences, made at question time and kept for a while: questions about one subject meet the same sentences.

/** 6 MB. */
const remembered = 4_096;

type EmbedSentences = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;

/** Asks `embed` only for sentences that were not asked for lately. */
export function rememberingSentences(embed: EmbedSentences): EmbedSentences {
  const known = new Map<string, Float32Array>();
  return async (texts, signal) => {
    const missing = [...new Set(texts.filter((text) => !known.has(text)))];
    const fresh = new Map<string, Float32Array>();
    for (const [at, vector] of (await embed(missing, signal)).entries()) {
      const text = missing[at];
      if (text !== undefined) fresh.set(text, vector);
    }
    const vectors = texts.map((text) => {
      const vector = fresh.get(text) ?? known.get(text) ?? new Float32Array();
      // What was used last is the last to be forgotten.
      known.delete(text);
      known.set(text, vector);
      return vector;
    });
    for (const oldest of known.keys()) {
      if (known.size <= remembered) break;
      known.delete(oldest);
    }
    return vectors;
  };
}
