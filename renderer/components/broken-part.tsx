// Stands where a part of the window could not be drawn: what happened and what can be done.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './broken-part.module.css';

export interface BrokenPartProps {
  readonly what: string;
  readonly onTryAgain: () => void;
  /** Other ways on, as buttons. */
  readonly children?: ReactNode;
}

export function BrokenPart({ what, onTryAgain, children }: BrokenPartProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.part} role="alert">
      <p className={styles.text}>{what}</p>
      <div className={styles.ways}>
        {children}
        <Button size="compact-sm" onClick={onTryAgain}>
          {t('common.tryAgain')}
        </Button>
      </div>
    </div>
  );
}
