// A table written as text, shown as a table, at the row that was found.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../components/class-names.js';
import type { CsvRow } from './csv-rows.js';
import styles from './csv-view.module.css';
import { type Marking, markSegments } from './mark-segments.js';
import './marks.css';

/** Longer tables are shown as text: each row and cell is kept in memory. */
export const maxTableCharacters = 4_000_000;

export interface CsvViewProps {
  readonly text: string;
  readonly rows: readonly CsvRow[];
  readonly marking: Marking | null;
}

const rowPx = 29;
const leastCh = 6;
const mostCh = 38;
const sampleRows = 200;

export function CsvView({ text, rows, marking }: CsvViewProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const [header, ...body] = rows;
  const columns = useMemo(() => columnWidths(rows), [rows]);
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });

  useEffect(() => {
    // The first row with a matched word: a passage of a table can have more rows than fit on the screen.
    const place = marking?.matches[0]?.start ?? marking?.start ?? 0;
    const found = rows.findIndex((row) => row.end > place) - 1;
    virtual.scrollToIndex(Math.max(0, found - 3), { align: 'start' });
  }, [virtual, rows, marking]);

  return (
    <section
      ref={scroller}
      className={classNames('selectable', styles.scroller)}
      aria-label={t('viewer.documentText')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      data-scrolls
    >
      <div className={styles.table} style={{ '--columns': columns } as React.CSSProperties}>
        {header !== undefined && (
          <div className={classNames(styles.row, styles.header)}>
            <span className={styles.number}>1</span>
            <Cells text={text} row={header} marking={marking} />
          </div>
        )}
        <div className={styles.space} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = body[item.index];
            if (row === undefined) return null;
            const isFound = marking !== null && row.start < marking.end && row.end > marking.start;
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={classNames(styles.row, styles.body, isFound && styles.found)}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <span className={styles.number}>{item.index + 2}</span>
                <Cells text={text} row={row} marking={marking} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

interface CellsProps {
  readonly text: string;
  readonly row: CsvRow;
  readonly marking: Marking | null;
}

function Cells({ text, row, marking }: CellsProps) {
  return row.cells.map((cell) => (
    <span key={cell.start} className={styles.cell} dir="auto">
      {markSegments(cell.start, cell.end, marking).map((segment) => {
        const piece = text.slice(segment.start, segment.end).replaceAll('""', '"');
        // The row itself is tinted; in it only the matched words stand out.
        return segment.kind === 'match' ? (
          <mark key={segment.start} className="match">
            {piece}
          </mark>
        ) : (
          piece
        );
      })}
    </span>
  ));
}

/** One width a column, from what stands in the first rows. */
function columnWidths(rows: readonly CsvRow[]): string {
  const widths: number[] = [];
  for (const { cells } of rows.slice(0, sampleRows)) {
    for (const [column, cell] of cells.entries()) {
      const length = Math.min(mostCh, cell.end - cell.start + 2);
      widths[column] = Math.max(widths[column] ?? leastCh, length);
    }
  }
  return widths.map((width) => `${width}ch`).join(' ');
}
