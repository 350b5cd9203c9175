// A library that is open for searching only, as it is told of: what another process left while it read it waits, since nobody reads it now.
import type { DocumentInfo, DocumentState } from '../../../shared/domain/document.js';
import type { LibraryStatus } from '../../../shared/domain/library.js';
import type { DocumentQuery } from '../../../shared/engine/engine-methods.js';

type ByState = Readonly<Record<DocumentState, number>>;

function countsAtRest(counts: ByState): ByState {
  return { ...counts, waiting: counts.waiting + counts.reading, reading: 0 };
}

export function statusAtRest(status: LibraryStatus): LibraryStatus {
  const folders = status.folders.map((folder) => ({ ...folder, byState: countsAtRest(folder.byState) }));
  return { ...status, documents: countsAtRest(status.documents), folders };
}

export function documentAtRest<T extends DocumentInfo>(document: T): T {
  return document.state === 'reading' ? { ...document, state: 'waiting' } : document;
}

/** What is asked of the store, so that it finds what is told as waiting. */
export function queryAtRest(query: DocumentQuery): DocumentQuery {
  const states = query.states?.flatMap((state): readonly DocumentState[] =>
    state === 'waiting' ? ['waiting', 'reading'] : state === 'reading' ? [] : [state],
  );
  return { ...query, states };
}
