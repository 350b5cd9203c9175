// One passage's figures: relevance, cosine as measured, and the way to "why".
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lowRecognitionConfidence } from '../../../shared/domain/recognition.js';
import type { Hit } from '../../../shared/domain/search.js';
import { Meter } from '../../components/meter.js';
import { formatCosine, formatPercent } from '../../format/formats.js';
import styles from './passage-scores.module.css';

export interface PassageScoresProps {
  readonly hit: Hit;
  /** Meaning has not answered yet. */
  readonly isPending: boolean;
  readonly isWhyOpen: boolean;
  readonly onToggleWhy: () => void;
}

export function PassageScores({ hit, isPending, isWhyOpen, onToggleWhy }: PassageScoresProps) {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.scores}>
      <div className={styles.figures}>
        {hit.cosine === null ? (
          <span className={styles.score}>{t(isPending ? 'search.cosinePending' : 'search.cosineNone')}</span>
        ) : (
          <>
            <span className={styles.score} title={t('search.relevanceMeaning')}>
              {hit.relevance === null ? (
                t('search.notCalibrated')
              ) : (
                <>
                  {t('search.relevance')} <b className={styles.number}>{formatPercent(hit.relevance, i18n.language)}</b>{' '}
                  <Meter share={hit.relevance} />
                </>
              )}
            </span>
            <span className={styles.score} title={t('search.cosineMeaning')}>
              {t('search.cosine')} <b className={styles.number}>{formatCosine(hit.cosine, i18n.language)}</b>
            </span>
          </>
        )}
        <Recognised confidence={hit.recognised} />
      </div>
      <button type="button" className={styles.why} aria-expanded={isWhyOpen} onClick={onToggleWhy}>
        {t('search.why')}
        {isWhyOpen ? <IconChevronDown size={13} aria-hidden /> : <IconChevronRight size={13} aria-hidden />}
      </button>
    </div>
  );
}

/** Text that was read from a picture says so, and warns where that may have gone wrong. */
function Recognised({ confidence }: { readonly confidence: number | null }) {
  const { t, i18n } = useTranslation();
  if (confidence === null) return null;
  const isLow = confidence < lowRecognitionConfidence;
  const meaning = t('search.recognisedMeaning', { percent: formatPercent(confidence, i18n.language) });
  return (
    <span className={isLow ? styles.unsure : styles.score} title={meaning} data-testid="recognised">
      {isLow && <IconAlertTriangle size={13} aria-hidden />}
      {t(isLow ? 'search.recognisedLow' : 'search.recognised')}
    </span>
  );
}
