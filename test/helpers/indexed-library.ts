// A library with the real model, in a temporary folder, filled once for the questions of a whole test file.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Library } from '../../electron/engine/library.js';
import type { IndexReport, IndexRequest } from '../../shared/domain/library.js';
import type { SearchResult } from '../../shared/domain/search.js';
import { openTestLibrary } from './open-library.js';

export interface IndexedLibrary {
  readonly library: Library;
  readonly report: IndexReport;
  /** Closes the library and removes its folder. */
  close(): Promise<void>;
}

export async function openIndexedLibrary(
  paths: readonly string[],
  options: Pick<IndexRequest, 'wordsOnly'> = {},
): Promise<IndexedLibrary> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-quality-')));
  const library = await openTestLibrary({ folder });
  return {
    library,
    report: await library.index({ paths, ...options }),
    close: async () => {
      await library.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the library says that it holds the answer. */
export function isAnswered({ answerable, threshold }: SearchResult): boolean {
  return answerable !== null && answerable >= threshold;
}

/** Line breaks of a page or a table are where a line was full: a quote is compared without them. */
export function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, ' ');
}
