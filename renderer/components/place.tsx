// Where a passage stands, on one line: where there is little room the beginning is cut, and the last heading stays.
import { splitPlace } from '../format/places.js';
import { classNames } from './class-names.js';
import styles from './place.module.css';

export interface PlaceProps {
  /** As `placeText` gives it. */
  readonly text: string;
  readonly className?: string | undefined;
}

export function Place({ text, className }: PlaceProps) {
  const { lead, end } = splitPlace(text);
  return (
    <span className={classNames(styles.place, className)} title={text}>
      {lead !== '' && <span className={styles.lead}>{lead}</span>}
      <span className={styles.end}>{end}</span>
    </span>
  );
}
