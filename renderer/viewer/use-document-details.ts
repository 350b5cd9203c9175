// What is known of the document that is shown, asked for again with each change of the library.
import { useEffect, useState } from 'react';
import type { DocumentDetails } from '../../shared/domain/document.js';
import { bridge, unwrap } from '../api/client.js';
import { useRemote } from '../api/remote-store.js';
import { libraryRevision } from '../api/stores.js';

/** Null until it has come; what was known stays until its new version is there. */
export function useDocumentDetails(documentId: string | null): DocumentDetails | null {
  const revision = useRemote(libraryRevision);
  const [known, setKnown] = useState<DocumentDetails | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision asks for a fresh look
  useEffect(() => {
    if (documentId === null) return;
    let isStale = false;
    unwrap(bridge.document.info({ documentId })).then(
      (details) => !isStale && setKnown(details),
      // It went from the library: whoever shows it says so when it is asked for its text.
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [documentId, revision]);
  return known?.documentId === documentId ? known : null;
}

/** Changes when the document's text may have become another. */
export function textVersionOf(details: DocumentDetails | null): string {
  if (details === null) return '';
  const { encoding, chosenEncoding, modified, chunks, reason } = details;
  return [encoding, chosenEncoding, modified, chunks, reason].join(' ');
}
