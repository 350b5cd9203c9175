// Another model, or other passages, on their way: how far they are, while everything is searched as before.
import { useTranslation } from 'react-i18next';
import type { BuildProgress } from '../../../shared/domain/models.js';
import { Meter } from '../../components/meter.js';
import { TimeLeftText } from '../../components/time-left-text.js';
import styles from './progress-strip.module.css';

export interface PreparingProps {
  readonly building: BuildProgress;
  /** Something else is being read, which comes first. */
  readonly isWaiting: boolean;
  readonly isPaused: boolean;
}

export function Preparing({ building, isWaiting, isPaused }: PreparingProps) {
  const { t } = useTranslation();
  const { model, documents, documentsDone, secondsLeft } = building;
  return (
    <div className={styles.counts} data-testid="preparing">
      <span>
        <b>{t('library.preparing', { name: model })}</b>
      </span>
      <span>
        <Meter share={documents === 0 ? null : documentsDone / documents} />{' '}
        {t('library.preparedOf', { done: documentsDone, total: documents })}
      </span>
      <span>{t('library.preparingMeanwhile')}</span>
      <span className={styles.pace}>
        {isPaused ? (
          t('common.paused')
        ) : isWaiting ? (
          t('library.recogniseAfter')
        ) : (
          <TimeLeftText seconds={secondsLeft} />
        )}
      </span>
    </div>
  );
}
