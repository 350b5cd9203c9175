// A document's name on one line: of one inside a file, what leads to it is cut where there is little room, and its own name stays.
import { splitName } from '../format/path-parts.js';
import { classNames } from './class-names.js';
import styles from './place.module.css';

export interface DocumentNameProps {
  /** As `shownName` gives it. */
  readonly name: string;
}

export function DocumentName({ name }: DocumentNameProps) {
  const { lead, end } = splitName(name);
  if (lead === '') return name;
  return (
    <span className={classNames(styles.place, styles.whole)}>
      <span className={styles.lead}>{lead}</span>
      <span className={styles.end}>{end}</span>
    </span>
  );
}
