// A small bar for a share of one; the number always stands beside it in words.
import styles from './meter.module.css';

export interface MeterProps {
  /** 0 to 1; what lies outside is clamped. Null: an empty bar. */
  readonly share: number | null;
}

export function Meter({ share }: MeterProps) {
  const percent = Math.min(1, Math.max(0, share ?? 0)) * 100;
  return (
    <span className={styles.track} aria-hidden>
      <span className={styles.fill} style={{ width: `${percent}%` }} />
    </span>
  );
}
