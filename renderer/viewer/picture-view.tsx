// A picture in the reading pane, with the recognised words of the passage marked on it.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageMarks } from '../../shared/domain/passage.js';
import { AppError } from '../../shared/errors.js';
import { documentUrlPrefix } from '../../shared/ipc/document-url.js';
import { MarkBoxes } from './mark-boxes.js';
import styles from './picture-view.module.css';

export interface PictureViewProps {
  readonly documentId: string;
  readonly name: string;
  readonly marks: PageMarks | null | undefined;
  readonly onFailed: (error: AppError) => void;
}

export function PictureView({ documentId, name, marks, onFailed }: PictureViewProps) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The passage may stand far down a long picture.
    if (marks) sheet.current?.querySelector('[data-mark]')?.scrollIntoView({ block: 'center' });
  }, [marks]);
  return (
    <section className={styles.scroller} aria-label={t('viewer.image', { name })}>
      <div ref={sheet} className={styles.sheet}>
        <img
          className={styles.picture}
          src={`${documentUrlPrefix}${documentId}`}
          alt={t('viewer.image', { name })}
          onError={() => onFailed(new AppError('damaged', t('viewer.cantShow')))}
        />
        {marks && <MarkBoxes marks={marks} />}
      </div>
    </section>
  );
}
