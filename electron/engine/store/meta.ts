// Single values that belong to the file as a whole.
import type { Database } from './sqlite.js';

type MetaKey =
  | 'clean'
  | 'store'
  | 'generation'
  | 'replaced'
  | 'recognition-asked'
  | 'speed'
  | 'unfreed'
  | 'taken-out'
  | 'revision'
  | 'building';

export function readMeta(db: Database, key: MetaKey): string | null {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value ?? null;
}

export function deleteMeta(db: Database, key: MetaKey): void {
  db.run('DELETE FROM meta WHERE key = ?', key);
}

export function writeMeta(db: Database, key: MetaKey, value: string): void {
  db.run(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    value,
  );
}
