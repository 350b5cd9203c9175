// The door to SQLite: transactions, readers beside the writer, and errors as codes.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, logPages, openReader, openWriter, transaction } from '../../../electron/engine/store/sqlite.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

function newDatabase(): Database {
  const database = openWriter(join(temporaryFolder(), 'library.db'));
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB) STRICT');
  return database;
}

function openBeside(database: Database): Database {
  const reader = openReader(database.file);
  onTestFinished(() => reader.close());
  return reader;
}

test('what a transaction did is undone as a whole when it throws', () => {
  const database = newDatabase();
  const work = (): void => {
    database.run('INSERT INTO notes (text) VALUES (?)', 'one');
    throw new Error('no more');
  };
  expect(() => transaction(database, work)).toThrow('no more');
  expect(database.all('SELECT * FROM notes')).toEqual([]);
  transaction(database, () => database.run('INSERT INTO notes (text) VALUES (?)', 'two'));
  expect(database.all('SELECT text FROM notes')).toEqual([{ text: 'two' }]);
});

test('a reader sees what is committed, not what is under way, and cannot write', () => {
  const database = newDatabase();
  const reader = openBeside(database);
  transaction(database, () => {
    database.run('INSERT INTO notes (text) VALUES (?)', 'one');
    expect(reader.all('SELECT text FROM notes')).toEqual([]);
  });
  expect(reader.all('SELECT text FROM notes')).toEqual([{ text: 'one' }]);
  expect(() => reader.run('DELETE FROM notes')).toThrow(expect.objectContaining({ code: 'read-only' }));
});

test('rows come one by one, and a walk that is left early does not hold up the next', () => {
  const database = newDatabase();
  for (let index = 0; index < 100; index++) database.run('INSERT INTO notes (text) VALUES (?)', `note ${index}`);
  const firstOf = (): string | undefined => {
    for (const { text } of database.iterate<{ text: string }>('SELECT text FROM notes ORDER BY id')) return text;
    return undefined;
  };
  expect([firstOf(), firstOf()]).toEqual(['note 0', 'note 0']);
  expect([...database.iterate('SELECT id FROM notes WHERE id > ?', 40)]).toHaveLength(60);
});

test('a full disk is named as such, and what was there stays', () => {
  const database = newDatabase();
  database.run('INSERT INTO notes (text) VALUES (?)', 'kept');
  // SQLite's own limit gives the very error of a full disk.
  database.exec('PRAGMA max_page_count = 10');
  const fill = (): void =>
    transaction(database, () => {
      for (let index = 0; index < 100; index++) database.run('INSERT INTO notes (bytes) VALUES (zeroblob(8000))');
    });
  expect(fill).toThrow(expect.objectContaining({ code: 'disk-full' }));
  expect(database.all('SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
  expect(database.isSuspect).toBe(false);
});

test('where room is short the log goes into the file before it takes all of it', () => {
  expect(logPages(100 * 2 ** 30)).toBe(2_000);
  for (const megabytes of [8, 14, 64, 256]) {
    expect(logPages(megabytes * 2 ** 20) * 8_192).toBeLessThanOrEqual((megabytes * 2 ** 20) / 8);
  }
  expect(logPages(0)).toBeGreaterThan(0);
  expect(newDatabase().get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: expect.any(Number) });
});

test('bytes come back as they were, also from a view into a larger buffer', () => {
  const database = newDatabase();
  const view = Uint8Array.of(9, 9, 1, 2, 3, 9).subarray(2, 5);
  database.run('INSERT INTO notes (bytes) VALUES (?)', view);
  const row = database.get<{ bytes: Uint8Array }>('SELECT bytes FROM notes');
  expect(Array.from(row?.bytes ?? [])).toEqual([1, 2, 3]);
});
