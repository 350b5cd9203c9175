// Why a passage was found: ranks, words, cosine, relevance.
import { useTranslation } from 'react-i18next';
import type { Hit } from '../../../shared/domain/search.js';
import { formatCosine, formatPercent } from '../../format/formats.js';
import styles from './why-panel.module.css';

export interface WhyPanelProps {
  readonly hit: Hit;
  readonly threshold: number;
}

export function WhyPanel({ hit, threshold }: WhyPanelProps) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const rank = (value: number | null): string =>
    value === null ? t('search.whyNotRanked') : t('search.whyRank', { rank: value });
  const words = (terms: readonly string[]): string => (terms.length === 0 ? t('search.whyNone') : terms.join(', '));
  return (
    <dl className={styles.why} aria-label={t('search.whyTitle')}>
      <dt>{t('search.whyWordsRank')}</dt>
      <dd>{rank(hit.wordsRank)}</dd>
      <dt>{t('search.whyMeaningRank')}</dt>
      <dd>{rank(hit.vectorRank)}</dd>
      <dt>{t('search.whyFound')}</dt>
      <dd>{words(hit.matchedTerms)}</dd>
      <dt>{t('search.whyMissing')}</dt>
      <dd>{words(hit.missingTerms)}</dd>
      <dt>{t('search.whyCosine')}</dt>
      <dd>
        {hit.cosine === null ? t('search.cosineNone') : formatCosine(hit.cosine, language)}
        <span className={styles.note}>{t('search.cosineMeaning')}</span>
      </dd>
      <dt>{t('search.whyRelevance')}</dt>
      <dd>
        {hit.relevance === null
          ? t('search.notCalibrated')
          : t(hit.belowThreshold ? 'search.whyRelevanceBelow' : 'search.whyRelevanceAbove', {
              percent: formatPercent(hit.relevance, language),
              threshold: formatPercent(threshold, language),
            })}
        <span className={styles.note}>{t('search.relevanceMeaning')}</span>
      </dd>
    </dl>
  );
}
