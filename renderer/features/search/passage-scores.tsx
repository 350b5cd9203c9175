// One passage's figures: relevance, cosine as measured, and the way to "why".
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
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
      <button type="button" className={styles.why} aria-expanded={isWhyOpen} onClick={onToggleWhy}>
        {t('search.why')}
        {isWhyOpen ? <IconChevronDown size={13} aria-hidden /> : <IconChevronRight size={13} aria-hidden />}
      </button>
    </div>
  );
}
