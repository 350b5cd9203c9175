// A store in a temporary folder, and the shortest way from files on disk into it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { onTestFinished } from 'vitest';
import { openReader } from '../../electron/engine/store/sqlite.js';
import { createStore } from '../../electron/engine/store/store.js';
import type { Generation, ScanEntry, StoreMethods } from '../../electron/engine/store/store-methods.js';
import type { MissingAnswer } from '../../shared/domain/library.js';
import { hashOf, makeChunks, makeDocument, makeVectors, testGeneration } from './make-document.js';
import { temporaryFolder } from './temporary-folder.js';

interface TestStore {
  readonly store: StoreMethods;
  /** The library's folder. */
  readonly folder: string;
  readonly file: string;
}

/** An open store, closed after the test; in a fresh folder, or again in one that a test has closed. */
export function openTestStore(options: { folder?: string; generation?: Generation } = {}): TestStore {
  const folder = options.folder ?? temporaryFolder();
  const store = createStore();
  store.open({ folder, generation: options.generation ?? testGeneration, holder: 'command line' });
  onTestFinished(() => {
    store.close(null);
  });
  return { store, folder, file: join(folder, 'library.db') };
}

interface TestIndexOptions {
  readonly under?: string;
  readonly force?: boolean;
  /** Leave the chunks without vectors. */
  readonly wordsOnly?: boolean;
  /** As a forced run of the engine has it. */
  readonly embedAgain?: boolean;
  /** What a person says of files that are gone. */
  readonly missing?: MissingAnswer;
}

interface TestIndexReport {
  readonly unchanged: number;
  readonly removed: number;
  /** Relative path to what was done: `same`, `moved`, `copied` or `read`. */
  readonly plans: Readonly<Record<string, string>>;
  /** Chunks for which no vector was there. */
  readonly embedded: number;
}

/** Indexes a folder of text files as the engine does: plan, look for the content, save words, save vectors, end. */
export function indexFolder(store: StoreMethods, path: string, options: TestIndexOptions = {}): TestIndexReport {
  const { under = '', force = false, wordsOnly = false, missing, embedAgain = false } = options;
  const root = store.addRoot({ path, isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId: root.folderId, under });
  const entries = entriesOf(root.path).filter(({ relativePath }) =>
    `${relativePath}/`.startsWith(under === '' ? '' : `${under}/`),
  );
  const { toRead, unchanged } = store.planBatch({ checkId, entries, force });
  const plans: Record<string, string> = {};
  let embedded = 0;
  for (const { row, relativePath, sizeBytes, modifiedMs } of toRead) {
    const text = readFileSync(join(root.path, relativePath), 'utf8');
    const contentHash = hashOf(text);
    const plan = store.planContent({ row, contentHash, sizeBytes, modifiedMs, force });
    plans[relativePath] = plan.kind;
    if (plan.kind !== 'read') continue;
    const chunks = makeChunks(text);
    const document = makeDocument(text);
    const saved = store.saveWords({ row, contentHash, sizeBytes, modifiedMs, document, chunks, embedAgain });
    embedded += saved.withoutVector.length;
    if (!wordsOnly) store.saveVectors({ vectors: makeVectors(chunks) });
  }
  const { removed } = store.endCheck({ checkId, keepUnder: [], missing });
  return { unchanged, removed, plans, embedded };
}

/** How many chunks the full-text index finds for a folded word, seen by a reader beside the store. */
export function countMatches(file: string, word: string): number {
  const reader = openReader(file);
  const found = reader.get<{ rows: number }>('SELECT count(*) AS rows FROM words WHERE words MATCH ?', word);
  reader.close();
  return found?.rows ?? 0;
}

/** As a scan of the folder gives them. */
export function entriesOf(folder: string): readonly ScanEntry[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.sort().flatMap((name) => {
    const stat = statSync(join(folder, name));
    if (!stat.isFile()) return [];
    return [{ relativePath: name.split(sep).join('/'), sizeBytes: stat.size, modifiedMs: stat.mtimeMs }];
  });
}
