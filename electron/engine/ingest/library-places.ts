// What the library itself keeps on disk, which is never a document of it.
import { answerLogName, libraryFileName } from '../../../shared/domain/library.js';
import { isAtOrUnder, relativeTo } from '../store/paths.js';

/** In the library's folder. What stands beside them while they are written, and their logs, goes on behind the name. */
const ownNames = [libraryFileName, answerLogName, 'lock.db', 'lock.json', 'folders.json'] as const;
const ownFolders = ['models'] as const;
const graph = /^graph-\d+\.hnsw/;

/** Whether a file or folder at the top of the library's folder is the library's. */
function isOwnName(name: string): boolean {
  if (ownFolders.some((own) => name === own) || graph.test(name)) return true;
  return ownNames.some((own) => name === own || name.startsWith(`${own}-`) || name.startsWith(`${own}.`));
}

/**
 * Tells which absolute paths at or below a root are not looked at: the library's folder with all that is in it, where it lies
 * in the root. A root that is that folder, or lies in it, was chosen for its documents: of such a one just the library's own things.
 *
 * @param library its folder; '' for none
 */
export function libraryPlaces(root: string, library: string): (path: string) => boolean {
  if (library === '') return () => false;
  if (!isAtOrUnder(root, library)) return (path) => isAtOrUnder(path, library);
  return (path) => isAtOrUnder(path, library) && isOwnName(relativeTo(path, library).split('/')[0] ?? '');
}
