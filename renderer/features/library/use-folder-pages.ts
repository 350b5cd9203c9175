// One page loader per folder that is shown, kept as long as the filter stays the same.
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { libraryRevision } from '../../api/stores.js';
import { createDocumentPages, type DocumentPages } from './document-pages.js';
import { documentQuery, type LibraryFilter } from './library-filter.js';

/** Gives the loader of a folder; the component draws again when any of them has something new. */
export function useFolderPages(filter: LibraryFilter): (folderId: number) => DocumentPages {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const revision = useRemote(libraryRevision);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  const loaders = useMemo(() => new Map<number, DocumentPages>(), [filter]);
  const current = useRef(loaders);
  current.current = loaders;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision asks for a fresh look
  useEffect(() => {
    for (const pages of loaders.values()) pages.refresh();
  }, [loaders, revision]);

  return useCallback(
    (folderId) => {
      let pages = loaders.get(folderId);
      if (pages === undefined) {
        pages = createDocumentPages(
          (offset, limit) => unwrap(bridge.library.documents(documentQuery(folderId, filter, { offset, limit }))),
          // A loader of an older filter has nothing to say any more.
          () => current.current === loaders && drawAgain(),
        );
        loaders.set(folderId, pages);
      }
      return pages;
    },
    [loaders, filter],
  );
}
