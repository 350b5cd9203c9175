// The cards, as a virtual list, with a thin line where the less sure ones begin.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardActions, CardState } from './card-actions.js';
import { firstUnsure, type HitGroup, isUnsure } from './group-hits.js';
import { ResultCard } from './result-card.js';
import styles from './result-list.module.css';

export interface ResultListHandle {
  /** Brings a passage into view and gives it the focus. */
  readonly focusPassage: (groupIndex: number, chunkId: string) => void;
  readonly scrollToTop: () => void;
}

export interface ResultListProps {
  readonly groups: readonly HitGroup[];
  readonly state: CardState;
  readonly actions: CardActions;
  readonly isBusy: boolean;
  readonly phase: string;
  readonly isReranked: boolean;
  readonly handle: Ref<ResultListHandle>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onTouch: () => void;
  /** The pointer moved over the cards. */
  readonly onPoint: () => void;
}

const estimatedCardPx = 150;
const linePx = 30;

export function ResultList({
  groups,
  state,
  actions,
  isBusy,
  phase,
  isReranked,
  handle,
  onKeyDown,
  onTouch,
  onPoint,
}: ResultListProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const unsureFrom = firstUnsure(groups);
  // Where all are unsure, the notice above the list has said so.
  const hasLine = unsureFrom > 0 && unsureFrom < groups.length;
  const count = groups.length + (hasLine ? 1 : 0);
  /** The card at a row; the line is a row without one. */
  const groupAt = (row: number): number => (hasLine && row > unsureFrom ? row - 1 : row);
  const isLine = (row: number): boolean => hasLine && row === unsureFrom;

  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (isLine(row) ? linePx : estimatedCardPx),
    getItemKey: (row) => (isLine(row) ? 'line' : (groups[groupAt(row)]?.documentId ?? row)),
    overscan: 4,
  });

  const rows = useMemo(() => ({ unsureFrom, hasLine }), [unsureFrom, hasLine]);
  useImperativeHandle(
    handle,
    () => ({
      focusPassage: (groupIndex, chunkId) => {
        virtual.scrollToIndex(rows.hasLine && groupIndex >= rows.unsureFrom ? groupIndex + 1 : groupIndex, {
          align: 'auto',
        });
        focusWhenThere(scroller, chunkId, 4);
      },
      scrollToTop: () => virtual.scrollToOffset(0),
    }),
    [virtual, rows],
  );

  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('wheel', onTouch, { passive: true });
    element?.addEventListener('pointermove', onPoint, { passive: true });
    return () => {
      element?.removeEventListener('wheel', onTouch);
      element?.removeEventListener('pointermove', onPoint);
    };
  }, [onTouch, onPoint]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the focused cards inside
    <div
      ref={scroller}
      className={styles.scroller}
      onKeyDown={onKeyDown}
      data-phase={phase}
      data-reranked={isReranked}
      data-testid="results"
    >
      <div
        role="feed"
        aria-label={t('search.results')}
        aria-busy={isBusy}
        className={styles.space}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const group = groups[groupAt(item.index)];
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={styles.row}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {isLine(item.index) || group === undefined ? (
                <div className={styles.line}>{t('search.belowLine')}</div>
              ) : (
                <ResultCard
                  group={group}
                  place={groupAt(item.index) + 1}
                  total={groups.length}
                  isFaded={isUnsure(group)}
                  state={state}
                  actions={actions}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A card that was just scrolled to is drawn in one of the next frames. */
function focusWhenThere(scroller: { current: HTMLElement | null }, chunkId: string, framesLeft: number): void {
  const element = scroller.current?.querySelector<HTMLElement>(`[data-chunk="${CSS.escape(chunkId)}"]`);
  if (element) {
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
  } else if (framesLeft > 0) requestAnimationFrame(() => focusWhenThere(scroller, chunkId, framesLeft - 1));
}
