// A document's text as Acervo read it, at the passage. Drawn in parts: only those on screen exist.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../components/class-names.js';
import { type Marking, markSegments } from './mark-segments.js';
import './marks.css';
import { scrollToMark } from './scroll-to-mark.js';
import { partAt, textParts } from './text-parts.js';
import styles from './text-view.module.css';

export interface TextViewProps {
  readonly text: string;
  readonly marking: Marking | null;
  /** Code, tables and data keep their columns. */
  readonly isMonospace: boolean;
}

const pxPerLine = 21;
const charactersPerLine = 70;

export function TextView({ text, marking, isMonospace }: TextViewProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const parts = useMemo(() => textParts(text), [text]);
  const virtual = useVirtualizer({
    count: parts.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const part = parts[index];
      return part === undefined ? 0 : Math.ceil((part.end - part.start) / charactersPerLine) * pxPerLine;
    },
    overscan: 2,
  });

  useEffect(() => {
    if (scroller.current === null) return;
    if (marking === null) {
      virtual.scrollToOffset(0);
      return;
    }
    virtual.scrollToIndex(partAt(parts, marking.start), { align: 'start' });
    return scrollToMark(scroller.current);
  }, [virtual, parts, marking]);

  return (
    <section
      ref={scroller}
      className={classNames('selectable', styles.scroller)}
      aria-label={t('viewer.documentText')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      data-scrolls
    >
      <div
        className={classNames(styles.space, isMonospace && styles.monospace)}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const part = parts[item.index];
          if (part === undefined) return null;
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              dir="auto"
              className={styles.part}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {markSegments(part.start, part.end, marking).map((segment) => {
                const piece = text.slice(segment.start, segment.end);
                if (segment.kind === 'plain') return piece;
                const isStart = segment.start === marking?.start;
                const Tag = segment.kind === 'match' ? 'mark' : 'span';
                return (
                  <Tag key={segment.start} className={segment.kind} data-passage-start={isStart ? '' : undefined}>
                    {piece}
                  </Tag>
                );
              })}
            </div>
          );
        })}
      </div>
    </section>
  );
}
