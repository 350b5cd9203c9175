// Vectors as they lie in the store, read for those who hold them in memory.
import type { Database } from '../store/sqlite.js';
import { vectorOfBlob } from '../store/vector-blob.js';
import type { LanguageShift } from './language-shift.js';
import { unpackIds } from './packed-ids.js';

interface VectorRow {
  readonly id: number;
  readonly vector: Uint8Array;
}

export class StoredVectors {
  readonly #database: Database;
  readonly #generationId: number;
  readonly #shift: LanguageShift;
  readonly #table: string;

  /** `table`: vectors of a generation that is being built have one of their own. */
  constructor(
    database: Database,
    generationId: number,
    shift: LanguageShift,
    table: 'vectors' | 'next_vectors' = 'vectors',
  ) {
    this.#database = database;
    this.#generationId = generationId;
    this.#shift = shift;
    this.#table = table;
  }

  /** The vectors of these rows, without their language; rows that are gone or of another generation are missing. */
  read(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return new Map(this.#rows(vectorIds).map(({ id, vector }) => [id, this.#shift.without(vectorOfBlob(vector))]));
  }

  /** The same as the model made them. */
  readPlain(vectorIds: readonly number[]): ReadonlyMap<number, Float32Array> {
    return new Map(this.#rows(vectorIds).map(({ id, vector }) => [id, vectorOfBlob(vector)]));
  }

  /** The next rows by id, without their language; null where what is stored is no vector. */
  after(id: number, limit: number): readonly { readonly id: number; readonly vector: Float32Array | null }[] {
    return this.#database
      .all<VectorRow>(
        `SELECT id, vector FROM ${this.#table} WHERE id > ? AND +generation = ? ORDER BY id LIMIT ?`,
        id,
        this.#generationId,
        limit,
      )
      .map((row) => ({
        id: row.id,
        vector: row.vector.byteLength % 4 === 0 ? this.#shift.without(vectorOfBlob(row.vector)) : null,
      }));
  }

  /** About `count` vectors, without their language, at even distances by id. */
  spread(count: number): readonly Float32Array[] {
    const range = this.#database.get<{ first: number | null; last: number | null }>(
      `SELECT min(id) AS first, max(id) AS last FROM ${this.#table}`,
    );
    const first = range?.first ?? 0;
    const last = range?.last ?? 0;
    const stride = Math.max(1, (last - first + 1) / count);
    const ids = Array.from({ length: Math.min(count, last - first + 1) }, (_, at) => first + Math.floor(at * stride));
    return [...this.read(ids).values()];
  }

  /** Ids of all rows, some at a time, in the order of their hashes; `lastHash` is null at the end. */
  ids(afterHash: Uint8Array, limit: number): { readonly ids: readonly number[]; readonly lastHash: Uint8Array | null } {
    // The index of hashes has the ids too, and is thirty times smaller than the table.
    const row = this.#database.get<{ ids: string | null; last: Uint8Array | null; found: number }>(
      `SELECT group_concat(id) AS ids, max(input_hash) AS last, count(*) AS found FROM
         (SELECT id, input_hash FROM ${this.#table} WHERE generation = ? AND input_hash > ? ORDER BY input_hash LIMIT ?)`,
      this.#generationId,
      afterHash,
      limit,
    );
    return { ids: unpackIds(row?.ids ?? null), lastHash: row?.found === limit ? (row.last ?? null) : null };
  }

  #rows(vectorIds: readonly number[]): readonly VectorRow[] {
    return this.#database.all<VectorRow>(
      `SELECT id, vector FROM ${this.#table} WHERE id IN (SELECT value FROM json_each(?)) AND +generation = ?`,
      JSON.stringify(vectorIds),
      this.#generationId,
    );
  }
}
