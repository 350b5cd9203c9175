// What a run of indexing does besides while changes on disk are being followed.
import type { FolderRow } from '../store/store-methods.js';

export interface Following {
  /** How long a file has to be missing until it is taken for deleted: it may turn up elsewhere in a moment. */
  readonly graceMs: number;
  /** Files that were written in the last so many milliseconds are left alone, and looked at again. */
  readonly freshMs: number;
  /** Called before a folder (relative; '' for the root) is listed, so that nothing that happens from then on is missed. */
  readonly onListing: (root: FolderRow, folder: string) => void;
  /** Everything at or below `under` was listed: these folders are there. */
  readonly onListed: (root: FolderRow, under: string, folders: ReadonlySet<string>) => void;
  /** All that was to be looked at is found by its words; embedding may take long, and is waited for by nobody. */
  readonly onRead: () => void;
  /** These places (relative) have to be looked at once more, after a while. */
  readonly lookAgain: (root: FolderRow, places: readonly string[], afterMs: number) => void;
}
