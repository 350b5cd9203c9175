// The settings view's frame: a section with its title, and a row with its name and its hint.
import type { ReactNode } from 'react';
import styles from './settings-view.module.css';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {children}
    </section>
  );
}

export interface RowProps {
  readonly label: string;
  readonly hint?: string;
  /** The id of the control, where it takes a label. */
  readonly id?: string;
  readonly children: ReactNode;
}

export function Row({ label, hint, id, children }: RowProps) {
  return (
    <div className={styles.row}>
      {id === undefined ? (
        <div className={styles.label}>{label}</div>
      ) : (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      <div className={styles.value}>
        {children}
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
    </div>
  );
}
