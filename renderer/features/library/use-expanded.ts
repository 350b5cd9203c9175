// Which folders are unfolded, kept from one start to the next.
import { useState } from 'react';
import type { FolderInfo } from '../../../shared/domain/library.js';

const key = 'acervo.expanded';

function read(): ReadonlySet<number> | null {
  const kept = localStorage.getItem(key);
  return kept === null ? null : new Set(kept.split(',').map(Number));
}

export interface Expanded {
  readonly expanded: ReadonlySet<number>;
  readonly toggle: (folderId: number) => void;
}

/** Until the person has folded anything, a folder that stands alone is open, and several are closed. */
export function useExpanded(folders: readonly FolderInfo[] | undefined): Expanded {
  const [chosen, setChosen] = useState(read);
  const [only, ...others] = folders ?? [];
  const expanded = chosen ?? new Set(only !== undefined && others.length === 0 ? [only.folderId] : []);
  return {
    expanded,
    toggle: (folderId) => {
      const next = new Set(expanded);
      if (!next.delete(folderId)) next.add(folderId);
      localStorage.setItem(key, [...next].join(','));
      setChosen(next);
    },
  };
}
