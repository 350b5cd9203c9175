// A passage that an answer was made from: its document, its place, its figures and its words.
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import type { TextRange } from '../../../shared/domain/search.js';
import { DocumentName } from '../../components/document-name.js';
import { Meter } from '../../components/meter.js';
import { Place } from '../../components/place.js';
import { TypeIcon } from '../../components/type-icon.js';
import { formatCosine, formatPercent } from '../../format/formats.js';
import { shownName } from '../../format/path-parts.js';
import { placeText } from '../../format/places.js';
import { rangesInside } from '../../viewer/reading-target.js';
import { Snippet } from '../search/snippet.js';
import styles from './passage-card.module.css';

export interface PassageCardProps {
  readonly passage: AnswerPassage;
  /** Ranges of the document that are marked in it. */
  readonly quotes: readonly TextRange[];
  readonly maxCharacters: number;
  /** The source's number; null where it is not cited. */
  readonly number?: number | null;
}

const mostSnippets = 3;

/** Quotes that stand too far apart for one snippet have one each. */
function snippetsOf(quotes: readonly TextRange[], maxCharacters: number): readonly (readonly TextRange[])[] {
  const length = (quotes.at(-1)?.end ?? 0) - (quotes[0]?.start ?? 0);
  return length <= maxCharacters ? [quotes] : quotes.slice(0, mostSnippets).map((quote) => [quote]);
}

export function PassageCard({ passage, quotes, maxCharacters, number = null }: PassageCardProps) {
  const { t, i18n } = useTranslation();
  const { path, title, locator, relevance, cosine } = passage;
  const place = placeText(locator, t, title);
  const matches = rangesInside(passage, quotes);
  return (
    <span className={styles.card}>
      <span className={styles.head} title={path}>
        {number !== null && <span className={styles.number}>{number}</span>}
        <TypeIcon type={passage.type} />
        <span className={styles.name}>
          <DocumentName name={shownName(path)} />
        </span>
        {place !== '' && <Place text={place} className={styles.place} />}
        {passage.offline && (
          <span className={styles.offline} title={t('search.offlineMark')}>
            <IconPlugConnectedX size={14} aria-label={t('search.offlineMark')} />
          </span>
        )}
      </span>
      <span className={styles.text}>
        {snippetsOf(matches, maxCharacters).map((shown) => (
          <Snippet
            key={shown[0]?.start ?? 0}
            hit={{ ...passage, matches: shown, language: null }}
            maxCharacters={maxCharacters}
          />
        ))}
      </span>
      <span className={styles.figures}>
        {relevance !== null && (
          <span title={t('search.relevanceMeaning')}>
            {t('search.relevance')} <b className={styles.figure}>{formatPercent(relevance, i18n.language)}</b>{' '}
            <Meter share={relevance} />
          </span>
        )}
        {cosine !== null && (
          <span title={t('search.cosineMeaning')}>
            {t('search.cosine')} <b className={styles.figure}>{formatCosine(cosine, i18n.language)}</b>
          </span>
        )}
        {cosine === null && <span>{t('search.cosineNone')}</span>}
        {passage.recognised !== null && <span>{t('search.recognised')}</span>}
      </span>
    </span>
  );
}
