// A strip across the window that says what is the matter, and offers what a person can do about it.
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './alert-notice.module.css';

export interface AlertNoticeProps {
  /** `warning`: the rest goes on. `failure`: nothing does. */
  readonly kind: 'warning' | 'failure';
  readonly title: string;
  readonly children: ReactNode;
  readonly buttons: ReactNode;
  readonly testId?: string;
}

export function AlertNotice({ kind, title, children, buttons, testId }: AlertNoticeProps) {
  return (
    <section className={styles.notice} data-kind={kind} role="alert" data-testid={testId}>
      <IconAlertTriangle className={styles.icon} size={18} aria-hidden />
      <div className={styles.text}>
        <strong>{title}</strong> {children}
      </div>
      <div className={styles.buttons}>{buttons}</div>
    </section>
  );
}
