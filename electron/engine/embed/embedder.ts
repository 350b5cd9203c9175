// The interface to whatever makes vectors. The local one runs the shipped model; others may come.

/** In the order in which they are served: what somebody waits for, what settles an answer, and the library's own work. */
export const embedPriorities = ['question', 'reranking', 'indexing'] as const;
export type EmbedPriority = (typeof embedPriorities)[number];

export interface EmbedderIdentity {
  /** Name and content hash: vectors of two identities are never compared. */
  readonly id: string;
  readonly name: string;
  readonly dimension: number;
  readonly maxInputTokens: number;
}

export interface Embedder {
  readonly identity: EmbedderIdentity;
  /** A question as typed to a unit vector (float32, `dimension` numbers). Goes before all indexing work. */
  embedQuestion(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** Ready-made ids of one chunk to a unit vector. */
  embedTokens(tokenIds: Int32Array, signal?: AbortSignal): Promise<Float32Array>;
  /** How many `embedTokens` calls run at once; give it about twice as many to keep it busy. */
  readonly parallelism: number;
  close(): Promise<void>;
}
