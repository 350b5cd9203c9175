// Verifying: each kind of damage is found, named without a word of the documents, and repaired.
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import type { VerifyReport } from '../../../shared/domain/library.js';
import { tamper } from '../../helpers/damage-database.js';
import { countMatches, indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const files = { 'a.txt': 'alpha\n\nbeta', 'b.txt': 'gamma', 'c.txt': 'delta\n\nepsilon\n\nzeta' };

interface Outcome {
  readonly report: VerifyReport;
  readonly store: StoreMethods;
  readonly file: string;
  readonly documents: string;
}

/** Indexes three documents, closes, damages the file, opens again and verifies. */
function verifyAfter(...statements: readonly string[]): Outcome {
  const documents = temporaryFolder();
  writeFiles(documents, files);
  const first = openTestStore();
  indexFolder(first.store, documents);
  first.store.close(null);
  tamper(first.file, ...statements);
  const { store } = openTestStore({ folder: first.folder });
  return { report: store.verify(null), store, file: first.file, documents };
}

test('a whole library has no damage', () => {
  const whole = { damage: [], repaired: [], documents: 3, chunks: 6, vectors: 6, needsRebuild: false };
  expect(verifyAfter('SELECT 1').report).toEqual(whole);
});

const brokenIndex = `PRAGMA writable_schema = ON;
  UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE INDEX', 'INDEX') WHERE name = 'chunks_by_chunk_id';
  PRAGMA writable_schema = RESET`;
const setVector = (blob: string) => `UPDATE vectors SET vector = ${blob} WHERE id = 1`;
/** 1.0 and then 1.0 again: a vector of the right size that is too long. */
const twoOnes = `CAST(x'0000803f0000803f' || zeroblob(56) AS BLOB)`;

test.each([
  {
    name: 'a chunk is missing',
    statements: ['DELETE FROM words WHERE rowid = 2', 'DELETE FROM chunks WHERE id = 2'],
    damage: ['it has 1 chunks where 2 were stored'],
  },
  {
    name: 'a chunk has no document',
    statements: [
      "INSERT INTO chunks SELECT 99, 'cx', 77, 0, 0, 1, '', NULL, NULL, '[]', NULL, NULL, 1, 1, x'00', NULL",
    ],
    damage: ['1 chunk has no document'],
  },
  {
    name: 'a chunk is there twice',
    statements: [brokenIndex, 'UPDATE chunks SET chunk_id = (SELECT chunk_id FROM chunks WHERE id = 1) WHERE id = 2'],
    damage: ['1 chunk is there twice', 'it has 1 chunks where 2 were stored'],
  },
  { name: 'a vector is cut short', statements: [setVector(`x'0000803f'`)], damage: ['1 vector is not a unit vector'] },
  { name: 'a vector is too long', statements: [setVector(twoOnes)], damage: ['1 vector is not a unit vector'] },
  {
    name: 'a vector is no number',
    statements: [setVector(`CAST(x'0000c07f' || zeroblob(60) AS BLOB)`)],
    damage: ['1 vector is not a unit vector'],
  },
  {
    name: 'a vector is missing',
    statements: ['DELETE FROM vectors WHERE id = 1'],
    damage: ['1 chunk has a vector that is missing'],
  },
  {
    name: 'a chunk has the vector of another text',
    statements: ['UPDATE chunks SET vector = 2 WHERE id = 1'],
    damage: ['1 chunk has a vector that is missing or of another text'],
  },
  {
    name: 'words are missing',
    statements: ['DELETE FROM words WHERE rowid IN (1, 4)'],
    damage: ['2 chunks are missing in the full-text'],
  },
  {
    name: 'words have no chunk',
    statements: [`INSERT INTO words (rowid, passage, context, name) VALUES (500, 'stray', '', '')`],
    damage: ['The full-text index has 1 row without a chunk'],
  },
  {
    name: 'the full-text index is broken',
    statements: ['UPDATE words_data SET block = zeroblob(length(block)) WHERE id > 10'],
    damage: ['The library file: fts5'],
  },
  {
    name: 'a part of a text is missing',
    statements: ['DELETE FROM text_parts WHERE document = 3'],
    damage: ['its text has 0 characters'],
  },
  {
    name: 'a letter of a text is another one',
    statements: [`UPDATE text_parts SET text = replace(text, 'a', 'e') WHERE document = 3`],
    damage: ['its text is not the one that was stored'],
  },
  {
    name: 'a text is that of another document',
    statements: [`UPDATE text_parts SET text = 'gamme' WHERE document = 2`],
    damage: ['its text is not the one that was stored'],
  },
  {
    name: 'a vector points the other way',
    statements: [setVector(`(SELECT vector FROM vectors WHERE id = 2)`)],
    damage: ['1 vector is not the one that was stored'],
  },
  {
    name: 'the places on a page are damaged',
    statements: [`INSERT INTO page_layouts VALUES (1, 1, 100, 100, 0, 5, x'789c00ff')`],
    damage: ['the places on its page 1 are damaged'],
  },
  {
    name: 'a recognised page is damaged',
    statements: [
      `INSERT INTO recognised_pages SELECT content_hash, 1, 'words', 1, 'eng', x'789c00ff' FROM documents WHERE id = 1`,
    ],
    damage: ['1 recognised page is unreadable'],
  },
  {
    name: 'a text is cut short',
    statements: ['UPDATE text_parts SET text = substr(text, 1, 8) WHERE document = 3'],
    damage: ['its text has 8 characters where 20 were stored'],
  },
  {
    name: 'a searchable document has no chunks',
    statements: [
      `INSERT INTO documents (document_id, folder, relative_path, state, size_bytes, modified_ms, type)
      VALUES ('dx', 1, 'gone.txt', 'ready', 1, 1, 'txt')`,
    ],
    damage: ['counts as searchable without any chunk'],
  },
  {
    name: 'a ready document lacks a vector',
    statements: ['UPDATE chunks SET vector = NULL WHERE id = 1', 'DELETE FROM vectors WHERE id = 1'],
    damage: ['1 document counted as ready without all vectors'],
  },
] as const)('$name', ({ statements, damage }) => {
  const { report, store, file, documents } = verifyAfter(...statements);
  for (const part of damage) expect(report.damage.join(' ')).toContain(part);
  expect(report.repaired).not.toEqual([]);
  expect(report.damage.join(' ')).not.toMatch(/alpha|beta|gamma|delta|txt/);
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
  // Whatever could not be derived is read again: then everything is as it was.
  indexFolder(store, documents);
  for (const { row, text } of store.pending({ afterId: 0, limit: 10 })) {
    expect(text).not.toBe('');
    expect(row).toBeGreaterThan(0);
  }
  expect(store.status(null).chunks).toBe(6);
  expect(['alpha', 'beta', 'gamma', 'zeta', 'stray'].map((word) => countMatches(file, word))).toEqual([1, 1, 1, 1, 0]);
  expect(store.verify(null)).toMatchObject({ damage: [], repaired: [] });
});

test('an unused vector is no damage, but goes', () => {
  const unused = `INSERT INTO vectors (generation, input_hash, vector)
    SELECT generation, x'0102', vector FROM vectors WHERE id = 1`;
  expect(verifyAfter(unused).report).toEqual({
    damage: [],
    repaired: ['1 unused vector removed.'],
    documents: 3,
    chunks: 6,
    vectors: 6,
    needsRebuild: false,
  });
});

test('what an earlier version stored without hashes is known from the first verification on', () => {
  const { store, report, file } = verifyAfter(
    'UPDATE documents SET text_hash = NULL',
    'UPDATE vectors SET checksum = NULL',
  );
  expect(report).toMatchObject({ damage: [], repaired: [] });
  store.close(null);
  tamper(file, `UPDATE text_parts SET text = 'alphx' || substr(text, 6) WHERE document = 1`);
  expect(
    openTestStore({ folder: dirname(file) })
      .store.verify(null)
      .damage.join(' '),
  ).toContain('its text is not the one');
});
