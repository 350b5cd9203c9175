// Folders and documents as one list of rows.

import { describe, expect, it } from 'vitest';
import { libraryRows, type ShownFolder } from '../../../../renderer/features/library/library-rows.js';
import type { DocumentState } from '../../../../shared/domain/document.js';
import { documentStates } from '../../../../shared/domain/document.js';
import { noRules } from '../../../../shared/domain/folder-rules.js';

function shown(folderId: number, documents: number, isExpanded: boolean): ShownFolder {
  const byState = Object.fromEntries(documentStates.map((state) => [state, 0])) as Record<DocumentState, number>;
  return {
    folder: {
      folderId,
      path: `/f${folderId}`,
      state: 'ok',
      collection: 'default',
      isFile: false,
      rules: noRules,
      documents,
      byState,
      chunks: 0,
      missing: 0,
      missingAsked: 0,
      bytes: 0,
      lastCheck: null,
    },
    isExpanded,
    documents,
  };
}

describe('the rows of the library', () => {
  const rows = libraryRows([shown(1, 3, true), shown(2, 500, false), shown(3, 0, true)]);

  it('has a row per folder, one per document of an open folder, and a note in an open folder without any', () => {
    const kinds = Array.from({ length: rows.count }, (_, index) => rows.at(index).kind);
    expect(kinds).toEqual(['folder', 'document', 'document', 'document', 'folder', 'folder', 'note']);
  });

  it('finds the document of a row', () => {
    expect(rows.at(3)).toMatchObject({ kind: 'document', index: 2, folder: { folderId: 1 } });
  });

  it('tells which documents of a folder are among the rows in view', () => {
    expect(rows.documentsAmong(1, 2, 6)).toEqual({ first: 1, last: 2 });
    expect(rows.documentsAmong(1, 4, 6)).toBeNull();
    expect(rows.documentsAmong(2, 0, 6)).toBeNull();
  });

  it('refuses a row outside the list', () => {
    expect(() => rows.at(7)).toThrow(RangeError);
  });
});
