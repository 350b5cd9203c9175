// A list of many documents, loaded in pages as they come into view.
import { describe, expect, it } from 'vitest';
import { createDocumentPages, pageSize } from '../../../../renderer/features/library/document-pages.js';
import type { DocumentInfo } from '../../../../shared/domain/document.js';
import type { DocumentPage } from '../../../../shared/engine/engine-methods.js';

interface Library {
  total: number;
  name: string;
  isBroken: boolean;
  readonly asked: number[];
}

function makeLibrary(total: number): Library {
  return { total, name: 'first', isBroken: false, asked: [] };
}

function pagesOf(library: Library) {
  let changes = 0;
  const load = async (offset: number, limit: number): Promise<DocumentPage> => {
    library.asked.push(offset / pageSize);
    if (library.isBroken) throw new Error('The engine stopped.');
    const count = Math.max(0, Math.min(limit, library.total - offset));
    const documents = Array.from({ length: count }, (_, index) => makeDocument(`${library.name} ${offset + index}`));
    return { documents, total: library.total };
  };
  const pages = createDocumentPages(load, () => changes++);
  return { pages, changes: () => changes };
}

function makeDocument(path: string): DocumentInfo {
  return {
    documentId: 'd00000000',
    folderId: 1,
    parentId: null,
    path,
    file: path,
    title: null,
    state: 'ready',
    reason: null,
    message: null,
    limitSeconds: null,
    type: 'txt',
    encoding: null,
    chosenEncoding: null,
    language: null,
    pages: null,
    chunks: 1,
    bytes: 1,
    modified: '2024-01-01T00:00:00.000Z',
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('documents loaded in pages', () => {
  it('loads only the pages that are in view', async () => {
    const library = makeLibrary(20_000);
    const { pages } = pagesOf(library);
    pages.want(0, 20);
    await settle();
    pages.want(15_090, 15_110);
    await settle();
    expect(library.asked).toEqual([0, 150, 151]);
    expect(pages.total()).toBe(20_000);
    expect(pages.at(15_105)?.path).toBe('first 15105');
    expect(pages.at(9_000)).toBeUndefined();
  });

  it('shows the old rows until their new version is there', async () => {
    const library = makeLibrary(30);
    const { pages, changes } = pagesOf(library);
    pages.want(0, 29);
    await settle();
    library.name = 'second';
    library.total = 31;
    pages.refresh();
    expect(pages.at(3)?.path).toBe('first 3');
    await settle();
    expect([pages.at(3)?.path, pages.total(), changes()]).toEqual(['second 3', 31, 2]);
  });

  it('asks again when a change came while a page was on its way', async () => {
    const library = makeLibrary(10);
    const { pages } = pagesOf(library);
    pages.want(0, 9);
    pages.refresh();
    await settle();
    expect(library.asked).toEqual([0, 0]);
  });

  it('does not ask again and again while loading fails, and does with the next change', async () => {
    const library = makeLibrary(10);
    library.isBroken = true;
    const { pages } = pagesOf(library);
    pages.want(0, 9);
    await settle();
    expect(library.asked).toEqual([0]);
    library.isBroken = false;
    pages.refresh();
    await settle();
    expect(pages.total()).toBe(10);
  });
});
