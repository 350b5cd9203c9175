// A chunk: a passage of a document, small enough for one vector.

export interface Chunk {
  /** From 0, in reading order. */
  readonly ordinal: number;
  /** `text.slice(start, end)` is the passage, exactly. */
  readonly start: number;
  readonly end: number;
  /** Title, heading path, column names: embedded and indexed with the passage, never shown as its text. */
  readonly context: string;
  readonly page: number | null;
  readonly line: number | null;
  readonly headingPath: readonly string[];
  readonly sheet: string | null;
  readonly row: number | null;
  /** Of the model's input: prefix, context, passage and special tokens. */
  readonly tokenCount: number;
  /** SHA-256 (32 bytes) of what is embedded (context and passage): the key under which its vector is kept. */
  readonly inputHash: Uint8Array;
}

/** A chunk with the ids that the model reads, so that nothing is tokenized twice. */
export interface TokenizedChunk extends Chunk {
  readonly tokenIds: Int32Array;
}
