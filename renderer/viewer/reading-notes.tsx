// What is wrong with a document: the reason, what was tried, the next step. Above its text, or in its place.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconReload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../shared/domain/document.js';
import { sizeText } from '../../shared/domain/size-text.js';
import { reasonWords } from '../format/reason-words.js';
import styles from './reading-notes.module.css';

export interface ReadingNotesProps {
  readonly details: DocumentDetails;
  readonly onReadAgain: () => void;
}

export function ReadingNotes({ details, onReadAgain }: ReadingNotesProps) {
  const { t, i18n } = useTranslation();
  const { state, message, type, bytes, timesStopped, chunks } = details;
  const words = reasonWords(details, t);
  const isWaiting = state === 'waiting' || state === 'reading';
  if (words === null && !isWaiting) return null;
  const tried = { type: type.toUpperCase(), size: sizeText(bytes, i18n.language) };
  return (
    <section className={styles.notes} aria-label={t('viewer.notes')} data-testid="reading-notes">
      <IconAlertTriangle className={styles.icon} size={16} aria-hidden />
      <div className={styles.text}>
        <p className={styles.what}>
          <b>{t(`states.${state}`)}.</b> {words === null ? t(`stateMeanings.${state}`) : words.what}
        </p>
        {words !== null && (
          <>
            <p className={styles.more}>
              {t(chunks > 0 ? 'viewer.triedPartly' : 'viewer.tried', tried)}
              {timesStopped > 0 ? ` ${t('viewer.timesStopped', { count: timesStopped })}` : ''}
            </p>
            {message !== null && (
              <p className={styles.more}>
                {t('viewer.readerSays')} <q lang="en">{message}</q>
              </p>
            )}
            <p className={styles.more}>{words.next}</p>
          </>
        )}
      </div>
      {!isWaiting && (
        <Button size="compact-sm" leftSection={<IconReload size={15} aria-hidden />} onClick={onReadAgain}>
          {t('viewer.readAgain')}
        </Button>
      )}
    </section>
  );
}
