// What the document list is narrowed to.
import type { DocumentState } from '../../../shared/domain/document.js';
import type { DocumentReason } from '../../../shared/errors.js';
import type { ChannelRequest } from '../../../shared/ipc/contract.js';

export interface LibraryFilter {
  readonly name: string;
  readonly states: readonly DocumentState[];
  readonly reason: DocumentReason | null;
}

export const noLibraryFilter: LibraryFilter = { name: '', states: [], reason: null };

export function isFiltering({ name, states, reason }: LibraryFilter): boolean {
  return name.trim() !== '' || states.length > 0 || reason !== null;
}

/** The engine's question for one page of a folder. */
export function documentQuery(
  folderId: number,
  { name, states, reason }: LibraryFilter,
  page: { readonly offset: number; readonly limit: number },
): ChannelRequest<'library.documents'> {
  return {
    folderId,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(states.length === 0 ? {} : { states: [...states] }),
    ...(reason === null ? {} : { reason }),
    ...page,
  };
}
