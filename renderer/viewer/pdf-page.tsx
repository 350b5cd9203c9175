// One page of a PDF: drawn, with selectable text, and with the passage marked on it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageBox, PageMarks } from '../../shared/domain/passage.js';
import { drawPage, type PdfDocument } from './pdf-document.js';
import styles from './pdf-page.module.css';

export interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

export interface PdfPageProps {
  readonly document: PdfDocument;
  /** From 1. */
  readonly pageNumber: number;
  readonly scale: number;
  /** What is known of its size so far. */
  readonly size: PageSize;
  readonly marks: PageMarks | null;
  readonly onSize: (pageNumber: number, size: PageSize) => void;
}

export function PdfPage({ document, pageNumber, scale, size, marks, onSize }: PdfPageProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    async function draw(): Promise<void> {
      const page = await document.getPage(pageNumber);
      if (controller.signal.aborted) return;
      const { width, height } = page.getViewport({ scale: 1 });
      onSize(pageNumber, { widthPt: width, heightPt: height });
      const { canvas, textLayer } = await drawPage(page, scale, controller.signal);
      // What was drawn at the last zoom stays, stretched, until this is there: no white flash between.
      if (!controller.signal.aborted) host.current?.replaceChildren(canvas, textLayer);
    }
    draw().catch(() => {
      if (!controller.signal.aborted) setBroken(true);
    });
    return () => controller.abort();
  }, [document, pageNumber, scale, onSize]);

  return (
    <div
      className={styles.page}
      style={
        {
          width: size.widthPt * scale,
          height: size.heightPt * scale,
          '--total-scale-factor': scale,
          '--scale-round-x': '1px',
          '--scale-round-y': '1px',
        } as React.CSSProperties
      }
      data-page={pageNumber}
    >
      <div ref={host} className={styles.host} />
      {isBroken && <div className={styles.broken}>{t('viewer.cantShow')}</div>}
      {marks !== null && (
        <div className={styles.marks} role="img" aria-label={t('viewer.passageMarked')} data-testid="page-marks">
          <Boxes boxes={marks.passage} marks={marks} className={styles.passage} />
          <Boxes boxes={marks.matches} marks={marks} className={styles.match} />
        </div>
      )}
    </div>
  );
}

interface BoxesProps {
  readonly boxes: readonly PageBox[];
  readonly marks: PageMarks;
  readonly className: string | undefined;
}

/** Places in shares of the page, so that they hold at every zoom. */
function Boxes({ boxes, marks, className }: BoxesProps) {
  const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`;
  return boxes.map((box) => (
    <div
      key={`${box.x} ${box.y} ${box.width}`}
      className={className}
      style={{
        left: percent(box.x, marks.widthPt),
        top: percent(box.y, marks.heightPt),
        width: percent(box.width, marks.widthPt),
        height: percent(box.height, marks.heightPt),
      }}
    />
  ));
}
