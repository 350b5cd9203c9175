// A store file with nothing but vectors in it, for tests of the graph: made up, the same in each run.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { migrate } from '../../electron/engine/store/migrate.js';
import { type Database, openReader, openWriter } from '../../electron/engine/store/sqlite.js';
import { blobOfVector } from '../../electron/engine/store/vector-blob.js';
import { hashOf, makeVector } from './make-document.js';
import { temporaryFolder } from './temporary-folder.js';

export const storeDimension = 16;

export interface VectorStore {
  readonly folder: string;
  readonly reader: Database;
  /** Puts in vectors number `from` to `to` (not included); their rows get the next ids. */
  add(from: number, to: number): void;
  remove(ids: readonly number[]): void;
}

export function vectorNumber(number: number): Float32Array {
  return makeVector(hashOf(`vector ${number}`), storeDimension);
}

export function makeVectorStore(): VectorStore {
  const folder = temporaryFolder();
  const file = join(folder, 'library.db');
  const writer = openWriter(file);
  migrate(writer);
  for (const id of [1, 2]) {
    writer.run(
      `INSERT INTO generations (id, embedder, chunker, dimension, state) VALUES (?, ?, 'test', ?, 'active')`,
      id,
      `model ${id}`,
      storeDimension,
    );
  }
  const reader = openReader(file);
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  return {
    folder,
    reader,
    add(from, to) {
      writer.exec('BEGIN');
      for (let number = from; number < to; number++) {
        writer.run(
          'INSERT INTO vectors (generation, input_hash, vector) VALUES (1, ?, ?)',
          hashOf(`vector ${number}`),
          blobOfVector(vectorNumber(number)),
        );
      }
      writer.exec('COMMIT');
    },
    remove(ids) {
      writer.run('DELETE FROM vectors WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
    },
  };
}
