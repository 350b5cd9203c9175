// A document's state: a sign, its colour and always its word.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconLetterCase,
  IconPlugConnectedX,
  IconProgress,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DocumentState } from '../../../shared/domain/document.js';
import { classNames } from '../../components/class-names.js';
import styles from './state-mark.module.css';

const icons = {
  waiting: IconClock,
  reading: IconProgress,
  words: IconLetterCase,
  ready: IconCircleCheck,
  skipped: IconCircleMinus,
  failed: IconAlertTriangle,
  offline: IconPlugConnectedX,
} as const satisfies Record<DocumentState, unknown>;

export interface StateMarkProps {
  readonly state: DocumentState;
  /** Said before the word, for counts by state. */
  readonly count?: string;
}

export function StateMark({ state, count }: StateMarkProps) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <span className={styles.mark} title={`${t(`states.${state}`)}. ${t(`stateMeanings.${state}`)}`}>
      <Icon className={classNames(styles.icon, styles[state])} size={15} stroke={1.7} aria-hidden />
      <span className={count === undefined ? undefined : styles.word}>{t(`states.${state}`)}</span>
      {count}
    </span>
  );
}
