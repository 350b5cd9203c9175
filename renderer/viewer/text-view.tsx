// A document's text as Acervo read it, at the passage, with its lines, pages and passages. Drawn in parts: only those on
// screen exist.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentText, PassagePlace } from '../../shared/domain/passage.js';
import { classNames } from '../components/class-names.js';
import { placeText } from '../format/places.js';
import { type AsReadMarks, type AsReadPiece, lineNumbers, linesOfPart, piecesOfLine } from './as-read-lines.js';
import type { Marking } from './mark-segments.js';
import './marks.css';
import { codeRanges, isInRanges, isMonospacedType } from './monospaced.js';
import { scrollToMark } from './scroll-to-mark.js';
import { partAt, textParts } from './text-parts.js';
import styles from './text-view.module.css';

export interface TextViewProps {
  readonly read: DocumentText;
  readonly marking: Marking | null;
  /** What the document is: code, tables and data keep their columns, and so does the code in other documents. */
  readonly type: string;
  /** Where each passage begins and how far it goes. */
  readonly showsPassages: boolean;
}

const pxPerLine = 21;
const charactersPerLine = 70;
const none: readonly PassagePlace[] = [];

export function TextView({ read, marking, type, showsPassages }: TextViewProps) {
  const { t } = useTranslation();
  const { text, pageStarts } = read;
  const passages = showsPassages ? read.passages : none;
  const scroller = useRef<HTMLElement>(null);
  const parts = useMemo(() => textParts(text), [text]);
  const isMonospace = isMonospacedType(type);
  const code = useMemo(() => codeRanges(text, type), [text, type]);
  const numbers = useMemo(() => lineNumbers(text, parts), [text, parts]);
  const marks: AsReadMarks = { marking, passages, pageStarts };
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

  const lastPart = parts.at(-1);
  const lastNumber = numbers.at(-1) ?? 1;
  const lines = lastPart === undefined ? 1 : lastNumber + linesOfPart(text, lastPart, lastNumber).length;
  const digits = String(lines).length;
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
        style={{ height: virtual.getTotalSize(), '--digits': `${digits}ch` } as React.CSSProperties}
      >
        {virtual.getVirtualItems().map((item) => {
          const part = parts[item.index];
          if (part === undefined) return null;
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className={styles.part}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {linesOfPart(text, part, numbers[item.index] ?? 1).map((line) => (
                <div
                  key={line.start}
                  className={classNames(styles.line, isInRanges(code, line.start) && styles.code)}
                  data-line={line.number ?? ''}
                >
                  <span className={styles.words} dir="auto">
                    {piecesOfLine(line, marks).map((piece) => (
                      <Piece key={piece.start} piece={piece} text={text} marking={marking} passages={passages} />
                    ))}
                  </span>
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface PieceProps {
  readonly piece: AsReadPiece;
  readonly text: string;
  readonly marking: Marking | null;
  readonly passages: readonly PassagePlace[];
}

function Piece({ piece, text, marking, passages }: PieceProps) {
  const { t } = useTranslation();
  const words = text.slice(piece.start, piece.end).replace(/\n$/, '');
  const isStart = piece.start === marking?.start && piece.kind !== 'plain';
  const [first] = piece.inPassages;
  const tint = first === undefined ? undefined : first % 2 === 0 ? styles.even : styles.odd;
  const Tag = piece.kind === 'match' ? 'mark' : 'span';
  return (
    <>
      {piece.page !== null && (
        <span className={styles.page} data-page-mark={piece.page}>
          {t('viewer.pageMark', { page: piece.page })}
        </span>
      )}
      {piece.begins.map((index) => {
        const place = passages[index];
        const words = place === undefined ? '' : placeText(place.locator, t);
        return (
          <span key={index} className={styles.passageMark} data-passage-mark={index + 1} title={words}>
            {t('viewer.passageMark', { number: index + 1 })}
          </span>
        );
      })}
      {piece.kind === 'plain' && tint === undefined ? (
        words
      ) : (
        <Tag
          className={classNames(piece.kind !== 'plain' && piece.kind, piece.inPassages.length > 1 ? styles.both : tint)}
          data-passage-start={isStart ? '' : undefined}
        >
          {words}
        </Tag>
      )}
    </>
  );
}
