// Two libraries and a file between them: documents in one, exported, and another to import them into.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreMethods } from '../../electron/engine/store/store-methods.js';
import { indexFolder, openTestStore } from './open-test-store.js';
import { temporaryFolder, writeFiles } from './temporary-folder.js';

export const carriedFiles = {
  'a.txt': 'alpha\n\nbeta',
  'deep/b.txt': 'gamma',
  'deep/c.txt': 'delta\n\nepsilon 😀\n\nzeta',
  'twin.txt': 'alpha\n\nbeta',
};

interface Source {
  readonly store: StoreMethods;
  readonly folder: string;
  readonly file: string;
  /** The folder that was indexed. */
  readonly documents: string;
  /** Where the export is to be written. */
  readonly target: string;
}

export function sourceLibrary(files: Readonly<Record<string, string>> = carriedFiles): Source {
  const documents = temporaryFolder();
  writeFiles(documents, files);
  const opened = openTestStore();
  indexFolder(opened.store, documents);
  return { ...opened, documents, target: join(temporaryFolder(), 'library.acervo') };
}

/** What a library holds, without what belongs to its place: documents by path below their root, with texts and passages. */
export function contentOf(store: StoreMethods, root: string): unknown {
  const { documents } = store.documents({ offset: 0, limit: 1_000 });
  return documents.map(({ documentId, path, folderId: _folder, file: _file, ...facts }) => ({
    ...facts,
    path: path.slice(root.length),
    documentId,
    text: store.text({ documentId }),
  }));
}

/** Files of a folder that hold the bytes of a word, in UTF-8. */
export function filesWith(folder: string, word: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(word));
}
