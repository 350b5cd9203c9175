// A PDF in the reading pane: pages one below the other, drawn as they come into view, opened at the passage.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageMarks } from '../../shared/domain/passage.js';
import type { AppError } from '../../shared/errors.js';
import { asAppError } from '../api/client.js';
import { classNames } from '../components/class-names.js';
import { type OpenedPdf, openPdf, type PdfDocument } from './pdf-document.js';
import { type PageSize, PdfPage } from './pdf-page.js';
import './pdf-text-layer.css';
import { PdfToolbar } from './pdf-toolbar.js';
import styles from './pdf-view.module.css';
import { nextZoom, scaleOf, type Zoom } from './zoom.js';

export interface PdfViewProps {
  readonly documentId: string;
  /** Undefined while they are being asked for. */
  readonly marks: PageMarks | null | undefined;
  /** The page to open at where there are no marks; from 1. */
  readonly startPage: number;
  /** Changes with each passage: the view goes there once. */
  readonly passageKey: string;
  readonly onFailed: (error: AppError) => void;
}

const gapPx = 10;
/** What is left free beside a passage on a page that is wider than the pane. */
const besidePx = 12;
const sidePx = 16;
/** A4, until the first page is known. */
const firstGuess: PageSize = { widthPt: 595, heightPt: 842 };

export default function PdfView({ documentId, marks, startPage, passageKey, onFailed }: PdfViewProps) {
  const { t } = useTranslation();
  const document = usePdf(documentId, onFailed);
  if (document === null) return <div className={styles.loading}>{t('viewer.loading')}</div>;
  return <Pages document={document} marks={marks} startPage={startPage} passageKey={passageKey} />;
}

/** The opened document; null until it is there. Closed when another is asked for. */
function usePdf(documentId: string, onFailed: (error: AppError) => void): PdfDocument | null {
  const [opened, setOpened] = useState<{ readonly documentId: string; readonly pdf: OpenedPdf } | null>(null);
  const onFailedNow = useRef(onFailed);
  onFailedNow.current = onFailed;
  useEffect(() => {
    const controller = new AbortController();
    let pdf: OpenedPdf | null = null;
    openPdf(documentId, controller.signal).then(
      (value) => {
        pdf = value;
        if (controller.signal.aborted) value.close();
        else setOpened({ documentId, pdf: value });
      },
      (thrown: unknown) => {
        if (!controller.signal.aborted) onFailedNow.current(asAppError(thrown));
      },
    );
    return () => {
      controller.abort();
      pdf?.close();
    };
  }, [documentId]);
  return opened !== null && opened.documentId === documentId ? opened.pdf.document : null;
}

interface PagesProps {
  readonly document: PdfDocument;
  readonly marks: PageMarks | null | undefined;
  readonly startPage: number;
  readonly passageKey: string;
}

function Pages({ document, marks, startPage, passageKey }: PagesProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<Zoom>({ kind: 'readable' });
  const [widthPx, setWidthPx] = useState(0);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());

  const sizeOf = (pageNumber: number): PageSize => sizes.get(pageNumber) ?? sizes.get(1) ?? firstGuess;
  const fitScale = Math.max(0.2, (widthPx - 2 * sidePx) / sizeOf(1).widthPt);
  const scale = scaleOf(zoom, fitScale);
  const heightOf = (index: number): number => sizeOf(index + 1).heightPt * scale + gapPx;

  const virtual = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: 1,
  });

  const onSize = useCallback((pageNumber: number, size: PageSize): void => {
    setSizes((known) => {
      const old = known.get(pageNumber);
      if (old?.widthPt === size.widthPt && old.heightPt === size.heightPt) return known;
      return new Map(known).set(pageNumber, size);
    });
  }, []);

  const wentTo = useRef('');
  const lastScale = useRef(scale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes and scale are what heights are made of
  useEffect(() => {
    virtual.measure();
    const factor = scale / lastScale.current;
    lastScale.current = scale;
    const element = scroller.current;
    if (factor === 1 || element === null || wentTo.current === '') return;
    // What was being read stays where it was: the new heights are there with the next frame.
    const eyePx = element.clientHeight / 3;
    const top = (element.scrollTop + eyePx) * factor - eyePx;
    const halfPx = element.clientWidth / 2;
    const left = (element.scrollLeft + halfPx) * factor - halfPx;
    const frame = requestAnimationFrame(() => {
      virtual.scrollToOffset(Math.max(0, top));
      element.scrollLeft = left;
    });
    return () => cancelAnimationFrame(frame);
  }, [virtual, sizes, scale]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Go to the passage once its place, the pane's width and the first page's size are known, and not again.
  const isMeasured = widthPx > 0 && sizes.size > 0;
  useEffect(() => {
    if (!isMeasured || marks === undefined || wentTo.current === passageKey) return;
    wentTo.current = passageKey;
    const page = Math.min(document.numPages, marks?.page ?? startPage);
    const top = marks?.passage[0]?.y ?? 0;
    const offset = virtual.getOffsetForIndex(page - 1, 'start')?.[0] ?? 0;
    virtual.scrollToOffset(
      Math.max(0, offset + top * scale - (top > 0 ? (scroller.current?.clientHeight ?? 0) / 4 : 0)),
    );
    const left = Math.min(...(marks?.passage ?? []).map((box) => box.x));
    if (scroller.current !== null && Number.isFinite(left)) scroller.current.scrollLeft = left * scale - besidePx;
  }, [isMeasured, marks, passageKey, startPage, document, virtual, scale]);

  const middle = (virtual.scrollOffset ?? 0) + (scroller.current?.clientHeight ?? 0) / 3;
  const items = virtual.getVirtualItems();
  const current = (items.findLast((item) => item.start <= middle)?.index ?? 0) + 1;

  return (
    <>
      <PdfToolbar
        page={current}
        pages={document.numPages}
        scale={scale}
        isFit={zoom.kind !== 'scale' && scale === fitScale}
        onPage={(page) => virtual.scrollToIndex(page - 1, { align: 'start' })}
        onZoom={(direction) => setZoom({ kind: 'scale', scale: nextZoom(scale, direction) })}
        onFit={() => setZoom({ kind: 'fit' })}
      />
      <section
        ref={scroller}
        className={classNames('selectable', styles.scroller)}
        aria-label={t('viewer.documentText')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        tabIndex={0}
        data-scrolls
        data-testid="pdf-pages"
      >
        <div className={styles.space} style={{ height: virtual.getTotalSize(), minWidth: sizeOf(1).widthPt * scale }}>
          {widthPx > 0 &&
            items.map((item) => (
              <div key={item.key} className={styles.row} style={{ transform: `translateY(${item.start}px)` }}>
                <PdfPage
                  document={document}
                  pageNumber={item.index + 1}
                  scale={scale}
                  size={sizeOf(item.index + 1)}
                  marks={marks?.page === item.index + 1 ? marks : null}
                  onSize={onSize}
                />
              </div>
            ))}
        </div>
      </section>
    </>
  );
}
