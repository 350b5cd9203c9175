// The passage and its matched words, marked over whatever a page is drawn on.
import { useTranslation } from 'react-i18next';
import type { PageBox, PageMarks } from '../../shared/domain/passage.js';
import styles from './mark-boxes.module.css';

export function MarkBoxes({ marks }: { readonly marks: PageMarks }) {
  const { t } = useTranslation();
  return (
    <div className={styles.marks} role="img" aria-label={t('viewer.passageMarked')} data-testid="page-marks">
      <Boxes boxes={marks.passage} marks={marks} className={styles.passage} />
      <Boxes boxes={marks.matches} marks={marks} className={styles.match} />
    </div>
  );
}

interface BoxesProps {
  readonly boxes: readonly PageBox[];
  readonly marks: PageMarks;
  readonly className: string | undefined;
}

/** Places in shares of the page, so that they hold at every zoom. */
function Boxes({ boxes, marks, className }: BoxesProps) {
  const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`;
  return boxes.map((box) => (
    <div
      key={`${box.x} ${box.y} ${box.width}`}
      className={className}
      data-mark
      style={{
        left: percent(box.x, marks.widthPt),
        top: percent(box.y, marks.heightPt),
        width: percent(box.width, marks.widthPt),
        height: percent(box.height, marks.heightPt),
      }}
    />
  ));
}
