// Loads a long list of documents in pages, as they come into view; what is shown stays until its new version is there.
import type { DocumentInfo } from '../../../shared/domain/document.js';
import type { DocumentPage } from '../../../shared/engine/engine-methods.js';

export const pageSize = 100;

export interface DocumentPages {
  /** Undefined before the first page has come. */
  readonly total: () => number | undefined;
  /** Undefined while that document's page is on its way. */
  readonly at: (index: number) => DocumentInfo | undefined;
  /** Says which documents are in view; missing and outdated pages among them are loaded. */
  readonly want: (first: number, last: number) => void;
  /** Everything may have changed: loads anew what is in view. */
  readonly refresh: () => void;
}

interface Page {
  readonly documents: readonly DocumentInfo[];
  readonly version: number;
}

/** `load` gives one page; `onChange` is called when there is something new to show. */
export function createDocumentPages(
  load: (offset: number, limit: number) => Promise<DocumentPage>,
  onChange: () => void,
): DocumentPages {
  const pages = new Map<number, Page>();
  const loading = new Set<number>();
  let total: number | undefined;
  let version = 0;
  let wanted = { first: 0, last: 0 };

  async function loadPage(number: number): Promise<void> {
    loading.add(number);
    const asked = version;
    const page = await load(number * pageSize, pageSize).catch(() => null);
    loading.delete(number);
    if (page !== null) {
      pages.set(number, { documents: page.documents, version: asked });
      total = page.total;
      onChange();
    }
    // A change came in between, or the view moved on: look again. A failed page waits for the next change.
    if (page !== null || asked !== version) fill();
  }

  function fill(): void {
    // An empty list is asked for its first page too: documents may have come.
    const lastIndex = Math.min(wanted.last, Math.max(total ?? 1, 1) - 1);
    for (let number = Math.floor(wanted.first / pageSize); number <= Math.floor(lastIndex / pageSize); number++) {
      if (!loading.has(number) && pages.get(number)?.version !== version) void loadPage(number);
    }
  }

  return {
    total: () => total,
    at: (index) => pages.get(Math.floor(index / pageSize))?.documents[index % pageSize],
    want: (first, last) => {
      wanted = { first, last };
      fill();
    },
    refresh: () => {
      version++;
      fill();
    },
  };
}
