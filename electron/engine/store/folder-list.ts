// The library's folders once more, beside the database: when that is damaged beyond reading, they are known from here.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { FolderRules } from '../../../shared/domain/folder-rules.js';
import { listRoots } from './folders.js';
import { rulesOf } from './rules.js';
import type { Database } from './sqlite.js';

export type ListedFolder = {
  /** Its row, by which its documents know it; lists of an earlier version do not say it. */
  readonly folderId?: number | undefined;
  readonly path: string;
  readonly isFile: boolean;
  readonly collection: string;
  readonly rules: FolderRules;
};

function fileIn(folder: string): string {
  return join(folder, 'folders.json');
}

/** To be called whenever a root came or went. */
export function writeFolderList(folder: string, db: Database): void {
  const listed = listRoots(db).map(
    ({ folderId, path, isFile, collection, rules }): ListedFolder => ({ folderId, path, isFile, collection, rules }),
  );
  const file = fileIn(folder);
  const text = JSON.stringify(listed);
  // A check of folders that are known writes nothing.
  if (readText(file) === text) return;
  try {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  } catch {
    // Only a help for bad times: a full disk says so where something is lost.
  }
}

/** Empty where there is no list, or none that can be read. */
export function readFolderList(folder: string): readonly ListedFolder[] {
  try {
    const listed: unknown = JSON.parse(readText(fileIn(folder)) ?? '[]');
    return Array.isArray(listed)
      ? listed.filter(isListedFolder).map((one) => ({ ...one, rules: rulesOf(one.rules) }))
      : [];
  } catch {
    return [];
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function isListedFolder(value: unknown): value is ListedFolder {
  const { path, isFile, collection } = (value ?? {}) as Partial<Record<keyof ListedFolder, unknown>>;
  return typeof path === 'string' && isAbsolute(path) && typeof isFile === 'boolean' && typeof collection === 'string';
}
