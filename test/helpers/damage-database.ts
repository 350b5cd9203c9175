// Damage for tests: what no method of the store would ever do to its file.
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';

/** Runs statements on a closed library, with no foreign keys watched and the shadow tables of FTS5 open to writing. */
export function tamper(file: string, ...statements: readonly string[]): void {
  const raw = new DatabaseSync(file, { defensive: false, enableForeignKeyConstraints: false });
  for (const statement of statements) raw.exec(statement);
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  raw.close();
}

export function overwrite(file: string, from: number, length: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, from);
  closeSync(handle);
}

/** Overwrites the last leaf page of a table or index of a closed library. */
export function damageLeaf(file: string, name: string): void {
  const raw = new DatabaseSync(file, { readOnly: true });
  const page = raw
    .prepare(`SELECT pgoffset, pgsize FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno DESC`)
    .get(name) as { pgoffset: number; pgsize: number };
  raw.close();
  overwrite(file, page.pgoffset, page.pgsize);
}
