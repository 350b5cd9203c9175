// All folders and documents as one virtual tree: 20,000 rows scroll as 20 do.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentInfo } from '../../../shared/domain/document.js';
import type { FolderInfo } from '../../../shared/domain/library.js';
import { classNames } from '../../components/class-names.js';
import { DocumentColumns, DocumentRow } from './document-row.js';
import { FolderRow } from './folder-row.js';
import { isFiltering, type LibraryFilter } from './library-filter.js';
import styles from './library-list.module.css';
import { type LibraryRow, libraryRows } from './library-rows.js';
import { useFolderPages } from './use-folder-pages.js';

export interface LibraryListProps {
  readonly folders: readonly FolderInfo[];
  readonly expanded: ReadonlySet<number>;
  readonly filter: LibraryFilter;
  readonly openedDocumentId: string | null;
  readonly onToggle: (folderId: number) => void;
  readonly onOpen: (document: DocumentInfo) => void;
  /** To be shown as the text that was read. */
  readonly onAsRead: (document: DocumentInfo) => void;
  readonly onReadAgain: (document: DocumentInfo) => void;
  readonly onCheck: (folderId: number) => void;
  readonly onRetry: (folderId: number) => void;
  readonly onSettings: (folder: FolderInfo) => void;
  readonly onRemove: (folder: FolderInfo) => void;
  readonly onForgetMissing: (folder: FolderInfo) => void;
}

/** How far keys move among the rows. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 15,
  PageUp: -15,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const heightPx = { folder: 50, document: 40, note: 34 } as const;

export function LibraryList(props: LibraryListProps) {
  const {
    folders,
    expanded,
    filter,
    openedDocumentId,
    onToggle,
    onOpen,
    onAsRead,
    onReadAgain,
    onCheck,
    onRetry,
    onSettings,
    onRemove,
    onForgetMissing,
  } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const pagesOf = useFolderPages(filter);
  const isFiltered = isFiltering(filter);
  const [activeRow, setActiveRow] = useState(0);
  const nowMs = useMinute();

  const shown = folders.map((folder) => {
    const isExpanded = isFiltered || expanded.has(folder.folderId);
    const total = isExpanded ? pagesOf(folder.folderId).total() : undefined;
    return { folder, isExpanded, documents: total ?? (isFiltered ? 0 : folder.documents) };
  });
  const shape = shown.map(({ folder, isExpanded, documents }) => `${folder.folderId}${isExpanded}${documents}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says when rows come, go or move
  const rows = useMemo(() => libraryRows(shown), [shape, folders]);

  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightPx[rows.at(index).kind],
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another shape have other heights
  useEffect(() => virtual.measure(), [virtual, shape]);

  const items = virtual.getVirtualItems();
  const first = items.at(0)?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    for (const { folder, isExpanded } of shown) {
      if (!isExpanded) continue;
      const range = rows.documentsAmong(folder.folderId, first, last);
      const pages = pagesOf(folder.folderId);
      if (range !== null) pages.want(range.first, range.last);
      else if (pages.total() === undefined) pages.want(0, 0);
    }
  });

  const documentAt = (row: LibraryRow): DocumentInfo | undefined =>
    row.kind === 'document' ? pagesOf(row.folder.folderId).at(row.index) : undefined;

  function focusRow(index: number): void {
    const next = Math.min(rows.count - 1, Math.max(0, index));
    setActiveRow(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus({ preventScroll: true }),
    );
  }

  function act(row: LibraryRow): void {
    if (row.kind === 'folder') onToggle(row.folder.folderId);
    const document = documentAt(row);
    if (document !== undefined) onOpen(document);
  }

  function onKeyDown(event: KeyboardEvent, index: number): void {
    if (event.target !== event.currentTarget) return;
    const row = rows.at(index);
    const step = steps[event.key];
    const isFolder = row.kind === 'folder';
    const isTurn = (event.key === 'ArrowRight' || event.key === 'ArrowLeft') && isFolder;
    if (step !== undefined) focusRow(index + step);
    else if (event.key === 'Enter' || event.key === ' ') act(row);
    else if (isTurn && row.isExpanded === (event.key === 'ArrowLeft')) onToggle(row.folder.folderId);
    else if (event.key === 'ArrowLeft' && row.kind === 'document') focusRow(index - row.index - 1);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.list}>
      <DocumentColumns />
      <div ref={scroller} className={styles.scroller} data-testid="library-list">
        <div
          role="treegrid"
          aria-label={t('library.folders')}
          aria-rowcount={rows.count}
          className={styles.space}
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map((item) => {
            if (item.index >= rows.count) return null;
            const row = rows.at(item.index);
            const { folder } = row;
            const document = documentAt(row);
            return (
              // biome-ignore lint/a11y/useSemanticElements: rows of a virtual tree are placed by themselves, table rows are not
              <div
                key={item.key}
                role="row"
                aria-level={row.kind === 'folder' ? 1 : 2}
                aria-rowindex={item.index + 1}
                aria-expanded={row.kind === 'folder' ? row.isExpanded : undefined}
                aria-selected={document !== undefined && document.documentId === openedDocumentId}
                tabIndex={item.index === Math.min(activeRow, rows.count - 1) ? 0 : -1}
                data-row={item.index}
                data-kind={row.kind}
                className={classNames(
                  styles.row,
                  styles[row.kind],
                  document !== undefined && document.documentId === openedDocumentId && styles.opened,
                )}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                onFocus={() => setActiveRow(item.index)}
                onKeyDown={(event) => onKeyDown(event, item.index)}
                onClick={row.kind === 'document' ? () => act(row) : undefined}
              >
                {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the row, which has the focus */}
                <div role="gridcell" className={styles.cell}>
                  {row.kind === 'folder' && (
                    <FolderRow
                      folder={folder}
                      isExpanded={row.isExpanded}
                      matching={isFiltered ? (pagesOf(folder.folderId).total() ?? 0) : null}
                      nowMs={nowMs}
                      onToggle={() => onToggle(folder.folderId)}
                      onCheck={() => onCheck(folder.folderId)}
                      onRetry={() => onRetry(folder.folderId)}
                      onSettings={() => onSettings(folder)}
                      onRemove={() => onRemove(folder)}
                      onForgetMissing={() => onForgetMissing(folder)}
                    />
                  )}
                  {row.kind === 'document' && (
                    <DocumentRow
                      document={document}
                      root={folder.path}
                      isAlone={isFiltered}
                      onAsRead={onAsRead}
                      onReadAgain={onReadAgain}
                    />
                  )}
                  {row.kind === 'note' && (
                    <div className={styles.noteText}>{t(isFiltered ? 'library.noMatch' : 'library.folderEmpty')}</div>
                  )}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The time, once a minute, for "3 minutes ago". */
function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
