// Migrations: from nothing, step by step, never half of one.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../../../electron/engine/store/migrate.js';
import { type Database, openWriter } from '../../../electron/engine/store/sqlite.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

function emptyFile(): Database {
  const database = openWriter(join(temporaryFolder(), 'library.db'));
  onTestFinished(() => database.close());
  return database;
}

function version(database: Database): number | undefined {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version;
}

const first = 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT';
const second = `ALTER TABLE notes ADD COLUMN stars INTEGER NOT NULL DEFAULT 3; CREATE INDEX by_stars ON notes (stars)`;

test('an empty file gets every table of this version', () => {
  const database = emptyFile();
  migrate(database);
  expect(version(database)).toBe(migrations.length);
  const tables = database.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'words\\_%' ESCAPE '\\'
       AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  );
  expect(tables.map(({ name }) => name)).toEqual([
    'built_documents',
    'chunks',
    'collections',
    'conversations',
    'document_blocks',
    'document_meta',
    'documents',
    'folders',
    'generations',
    'kept_answers',
    'meta',
    'page_layouts',
    'recognised_pages',
    'removed_vectors',
    'text_parts',
    'turn_documents',
    'turns',
    'vectors',
    'words',
  ]);
});

test('a file of an earlier version keeps its rows and gets the steps that it lacks, once', () => {
  const database = emptyFile();
  migrate(database, [first]);
  database.run('INSERT INTO notes (text) VALUES (?)', 'kept');
  migrate(database, [first, second]);
  migrate(database, [first, second]);
  expect(version(database)).toBe(2);
  expect(database.all('SELECT text, stars FROM notes')).toEqual([{ text: 'kept', stars: 3 }]);
});

test('documents of before files were looked into wait to be read again where they may hold some, and keep their chunks', () => {
  const database = emptyFile();
  migrate(database, migrations.slice(0, 2));
  database.run(`INSERT INTO collections (name) VALUES ('default')`);
  database.run(`INSERT INTO folders (path, collection) VALUES ('/papers', 1)`);
  for (const type of ['eml', 'txt', 'zip']) {
    database.run(
      `INSERT INTO documents (document_id, folder, relative_path, state, size_bytes, modified_ms, content_hash, type, chunk_count)
       VALUES (?1, 1, ?1, 'ready', 1, 1, x'00', ?1, 2)`,
      type,
    );
  }
  migrate(database);
  expect(
    database.all('SELECT type, state, content_hash IS NULL AS is_new, parent, chunk_count FROM documents'),
  ).toEqual([
    { type: 'eml', state: 'waiting', is_new: 1, parent: null, chunk_count: 2 },
    { type: 'txt', state: 'ready', is_new: 0, parent: null, chunk_count: 2 },
    { type: 'zip', state: 'waiting', is_new: 1, parent: null, chunk_count: 2 },
  ]);
});

test('pictures that were left out as unsupported wait to be looked at, since they can be recognised now', () => {
  const database = emptyFile();
  migrate(database, migrations.slice(0, 2));
  database.exec(`INSERT INTO collections (id, name) VALUES (1, 'default');
    INSERT INTO folders (id, path, is_file, collection) VALUES (1, '/photos', 0, 1)`);
  for (const [name, type] of [
    ['scan.tif', 'tif'],
    ['song.mid', 'mid'],
  ]) {
    database.run(
      `INSERT INTO documents (document_id, folder, relative_path, state, reason, size_bytes, modified_ms, type)
       VALUES (?, 1, ?, 'skipped', 'unsupported', 1, 1, ?)`,
      `d-${name}`,
      name ?? '',
      type ?? '',
    );
  }
  migrate(database);
  const states = database.all('SELECT relative_path AS name, state FROM documents ORDER BY relative_path');
  expect(states).toEqual([
    { name: 'scan.tif', state: 'waiting' },
    { name: 'song.mid', state: 'skipped' },
  ]);
});

test('what can be read or looked into now waits to be read again, and nothing else does', () => {
  const database = emptyFile();
  migrate(database, migrations.slice(0, 11));
  database.exec(`INSERT INTO collections (id, name) VALUES (1, 'default');
    INSERT INTO folders (id, path, is_file, collection) VALUES (1, '/old', 0, 1)`);
  const rows: readonly (readonly [name: string, type: string, state: string, reason: string | null])[] = [
    ['a.tgz', 'tgz', 'skipped', 'unsupported'],
    ['LEEME', '', 'skipped', 'unsupported'],
    ['messages.1', '1', 'skipped', 'unsupported'],
    ['winmail.dat', 'dat', 'skipped', 'unsupported'],
    ['song.mp3', 'mp3', 'skipped', 'unsupported'],
    ['plan.xlsx', 'xlsx', 'skipped', 'password-protected'],
    ['acta.pdf', 'pdf', 'skipped', 'password-protected'],
    ['acta.doc', 'doc', 'ready', null],
    ['nota.txt', 'txt', 'ready', null],
  ];
  for (const [name, type, state, reason] of rows) {
    database.run(
      `INSERT INTO documents (document_id, folder, relative_path, state, reason, size_bytes, modified_ms, type, content_hash)
       VALUES (?, 1, ?, ?, ?, 1, 1, ?, x'00')`,
      `d-${name}`,
      name,
      state,
      reason,
      type,
    );
  }
  migrate(database);
  const waiting = database.all<{ name: string; is_new: number }>(
    `SELECT relative_path AS name, content_hash IS NULL AS is_new FROM documents WHERE state = 'waiting' ORDER BY id`,
  );
  expect(waiting.map(({ name }) => name)).toEqual([
    'a.tgz',
    'LEEME',
    'messages.1',
    'winmail.dat',
    'plan.xlsx',
    'acta.doc',
  ]);
  expect(waiting.filter(({ is_new }) => is_new === 1).map(({ name }) => name)).toEqual(['acta.doc']);
});

test('documents of an earlier version are all there, and none of them was kept by a word', () => {
  const database = emptyFile();
  migrate(database, migrations.slice(0, 5));
  database.exec(`INSERT INTO collections (id, name) VALUES (1, 'default');
    INSERT INTO folders (id, path, is_file, collection) VALUES (1, '/notes', 0, 1);
    INSERT INTO documents (document_id, folder, relative_path, state, size_bytes, modified_ms, type)
      VALUES ('d1', 1, 'a.txt', 'ready', 1, 1, 'txt')`);
  migrate(database);
  expect(database.all('SELECT relative_path, state, missing_ms, is_kept FROM documents')).toEqual([
    { relative_path: 'a.txt', state: 'ready', missing_ms: null, is_kept: 0 },
  ]);
});

test('a step that fails leaves nothing of itself behind', () => {
  const database = emptyFile();
  const broken = 'CREATE TABLE half (id INTEGER); INSERT INTO nothing VALUES (1)';
  expect(() => migrate(database, [first, broken])).toThrow('nothing');
  expect(version(database)).toBe(1);
  expect(database.get(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`)).toBeUndefined();
});

test('a newer file is refused with both numbers', () => {
  const database = emptyFile();
  migrate(database, [first, second]);
  expect(() => migrate(database, [first])).toThrow(
    expect.objectContaining({ code: 'library-newer', message: expect.stringContaining('format 2, known here: 1') }),
  );
});
