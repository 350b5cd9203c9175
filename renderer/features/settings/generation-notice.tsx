// What a change of model or passages will cost, or how far it is. Its place is empty while nothing is changed.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BuildProgress, GenerationEstimate } from '../../../shared/domain/models.js';
import { useProgress } from '../../api/stores.js';
import { Meter } from '../../components/meter.js';
import { timeWords } from '../../format/time-words.js';
import styles from './model-settings.module.css';

export interface GenerationNoticeProps {
  /** Null while nothing is being prepared, or nothing of it is known yet. */
  readonly building: BuildProgress | null;
  /** The model of what is being prepared; null: nothing is. */
  readonly prepared: string | null;
  readonly estimate: GenerationEstimate | null;
  readonly onStart: () => void;
  readonly onDiscard: () => void;
  readonly onCancel: () => void;
}

export function GenerationNotice({
  building,
  prepared,
  estimate,
  onStart,
  onDiscard,
  onCancel,
}: GenerationNoticeProps) {
  const { t } = useTranslation();
  const isPaused = useProgress().phase === 'paused';
  if (building !== null || prepared !== null) {
    const { documentsDone = 0, documents = 0, secondsLeft = null } = building ?? {};
    const name = building?.model ?? prepared ?? '';
    const left = isPaused ? t('models.paused') : secondsLeft === null ? null : timeWords(secondsLeft, t);
    return (
      <div className={styles.notice} data-testid="generation-progress">
        <span>
          {documents === 0
            ? t('models.preparingSoon', { name })
            : t('models.preparing', { name, done: documentsDone, total: documents })}
          {left !== null && ` · ${left}`}
        </span>
        <Meter share={documents === 0 ? null : documentsDone / documents} />
        <Button size="compact-xs" onClick={onCancel}>
          {t('models.cancelChange')}
        </Button>
      </div>
    );
  }
  if (estimate === null) return null;
  return (
    <div className={styles.notice} data-testid="generation-estimate">
      <p className={styles.body}>
        {t('models.changeBody', {
          documents: t('models.documents', { count: estimate.documents }),
          passages: t('models.passages', { count: estimate.passages }),
          time: timeWords(estimate.seconds, t),
        })}{' '}
        {t('models.changeMeanwhile')}
      </p>
      <p className={styles.note}>{t(estimate.isMeasured ? 'models.measured' : 'models.usual')}</p>
      <div className={styles.line}>
        <Button variant="filled" onClick={onStart}>
          {t('models.start')}
        </Button>
        <Button onClick={onDiscard}>{t('models.discard')}</Button>
      </div>
    </div>
  );
}
