// One thing that did not work while the rest goes on: what it was, why, the next step, and a button to try again.
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PlainError } from '../../shared/errors.js';
import styles from './problem-notice.module.css';

export interface ProblemNoticeProps {
  /** What did not work, as a sentence. */
  readonly what: string;
  readonly error: PlainError;
  readonly onTryAgain: () => void;
}

export function ProblemNotice({ what, error, onTryAgain }: ProblemNoticeProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.notice} role="alert">
      <IconAlertTriangle className={styles.icon} size={18} aria-hidden />
      <div className={styles.text}>
        <strong>{what}</strong> {t(`errors.${error.code}.what`)} {t(`errors.${error.code}.next`)}
      </div>
      <Button size="compact-sm" onClick={onTryAgain}>
        {t('common.tryAgain')}
      </Button>
    </section>
  );
}
