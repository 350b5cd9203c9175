// How far an export or import is, in words and as a bar, and the way out of it.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CarryProgress } from '../../../shared/domain/carry.js';
import { bridge, unwrap } from '../../api/client.js';
import { useAction } from '../../api/use-action.js';
import { Meter } from '../../components/meter.js';
import { TimeLeftText } from '../../components/time-left-text.js';
import styles from './carry-progress.module.css';

export interface CarryProgressLineProps {
  /** What was asked for, until the engine says how far it is. */
  readonly kind: CarryProgress['kind'];
  /** Null: nothing of it is known yet. */
  readonly progress: CarryProgress | null;
}

export function CarryProgressLine({ kind, progress }: CarryProgressLineProps) {
  const { t } = useTranslation();
  const act = useAction();
  const share = progress === null || progress.total === 0 ? null : Math.min(1, progress.done / progress.total);
  const secondsLeft = progress?.secondsLeft ?? null;
  return (
    <div className={styles.line} data-testid="carry-progress">
      <span role="status">{t(`settings.carrying.${progress?.kind ?? kind}`)}</span>
      <Meter share={share} />
      <span className={styles.figure}>
        {share !== null && t('settings.carryShare', { percent: Math.floor(share * 100) })}
        {secondsLeft !== null && (
          <>
            {' · '}
            <TimeLeftText seconds={secondsLeft} />
          </>
        )}
      </span>
      <Button size="compact-xs" onClick={() => act(() => unwrap(bridge.carry.stop()))}>
        {t(`settings.carryStop.${progress?.kind ?? kind}`)}
      </Button>
    </div>
  );
}
