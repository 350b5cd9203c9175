// Why a passage was found: ranks, words, cosine, relevance.
import type { TFunction } from 'i18next';
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
  const source = sourceText(hit, t);
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
      <dt title={t('search.cosineMeaning')}>{t('search.whyCosine')}</dt>
      <dd title={t('search.cosineMeaning')}>
        {hit.cosine === null ? t('search.cosineNone') : formatCosine(hit.cosine, language)}
      </dd>
      <dt title={t('search.relevanceMeaning')}>{t('search.whyRelevance')}</dt>
      <dd>
        {hit.relevance === null
          ? t('search.notCalibrated')
          : t(hit.belowThreshold ? 'search.whyRelevanceBelow' : 'search.whyRelevanceAbove', {
              percent: formatPercent(hit.relevance, language),
              threshold: formatPercent(threshold, language),
            })}
      </dd>
      {hit.relevance !== null && source !== null && <dd className={styles.note}>{source}</dd>}
    </dl>
  );
}

/** What the relevance was made from, with the passage's own figures. Null where it is in neither list. */
function sourceText({ vectorRank, wordsRank, matchedTerms, missingTerms }: Hit, t: TFunction): string | null {
  const found = matchedTerms.length;
  const asked = found + missingTerms.length;
  if (wordsRank === null) return vectorRank === null ? null : t('search.whyFromMeaning', { meaning: vectorRank });
  if (vectorRank === null) return t('search.whyFromWords', { words: wordsRank, found, asked });
  return t('search.whyFromBoth', { meaning: vectorRank, words: wordsRank, found, asked });
}
