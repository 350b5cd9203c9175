// One page of a PDF: drawn, with selectable text, and with the passage marked on it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageMarks } from '../../shared/domain/passage.js';
import { MarkBoxes } from './mark-boxes.js';
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
      {marks !== null && <MarkBoxes marks={marks} />}
    </div>
  );
}
