// Folders and their documents as one list of rows, so that one virtual list shows them all.
import type { FolderInfo } from '../../../shared/domain/library.js';

export type LibraryRow =
  | { readonly kind: 'folder'; readonly folder: FolderInfo; readonly isExpanded: boolean }
  | { readonly kind: 'document'; readonly folder: FolderInfo; readonly index: number }
  /** An expanded folder without documents to show. */
  | { readonly kind: 'note'; readonly folder: FolderInfo };

export interface ShownFolder {
  readonly folder: FolderInfo;
  readonly isExpanded: boolean;
  /** How many documents it shows when expanded. */
  readonly documents: number;
}

export interface LibraryRows {
  readonly count: number;
  /** Throws for an index outside the list: rows are asked for only by the list that was given `count`. */
  readonly at: (index: number) => LibraryRow;
  /** The documents of a folder among rows `first` to `last`, as indexes in the folder; null for none. */
  readonly documentsAmong: (folderId: number, first: number, last: number) => { first: number; last: number } | null;
}

export function libraryRows(folders: readonly ShownFolder[]): LibraryRows {
  const starts: number[] = [];
  let count = 0;
  for (const { isExpanded, documents } of folders) {
    starts.push(count);
    count += 1 + (isExpanded ? Math.max(1, documents) : 0);
  }
  return {
    count,
    at: (index) => {
      const at = starts.findLastIndex((start) => start <= index);
      const shown = folders[at];
      const start = starts[at];
      if (shown === undefined || start === undefined || index >= count) throw new RangeError(`No row ${index}.`);
      const { folder, isExpanded, documents } = shown;
      if (index === start) return { kind: 'folder', folder, isExpanded };
      return documents === 0 ? { kind: 'note', folder } : { kind: 'document', folder, index: index - start - 1 };
    },
    documentsAmong: (folderId, first, last) => {
      const at = folders.findIndex(({ folder }) => folder.folderId === folderId);
      const shown = folders[at];
      const start = starts[at];
      if (shown === undefined || start === undefined || !shown.isExpanded) return null;
      const from = Math.max(0, first - start - 1);
      const to = Math.min(shown.documents - 1, last - start - 1);
      return to < from ? null : { first: from, last: to };
    },
  };
}
