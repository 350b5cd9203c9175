// What was found, and how long it took. Its line is always there, so that the cards below never jump.
import { IconInfoCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '../../../shared/domain/search.js';
import { classNames } from '../../components/class-names.js';
import { shownName } from '../../format/path-parts.js';
import styles from './counts-line.module.css';
import { countHits, type HitCounts } from './group-hits.js';
import type { SearchState } from './search-state.js';

export interface CountsLineProps {
  readonly state: SearchState;
  readonly isEngineReady: boolean;
  readonly isModelReady: boolean;
}

export function CountsLine({ state, isEngineReady, isModelReady }: CountsLineProps) {
  const { t } = useTranslation();
  const { phase, result } = state;
  let text = '';
  if (phase !== 'empty' && !isEngineReady) text = t('search.waiting');
  else if (phase !== 'empty' && result === null) text = state.error === null ? t('search.searching') : '';
  else if (result !== null && result.hits.length > 0) {
    text = result.listed ? t('search.listed') : countsText(result, phase === 'words' || !isModelReady, t);
  }
  // Said in the line that is there anyway: nothing below it moves.
  const isDoubtful = isUnlikelyAnswered(state);
  return (
    <div className={classNames(styles.line, isDoubtful && styles.doubtful)} title={text}>
      {isDoubtful ? (
        <>
          <IconInfoCircle className={styles.icon} size={15} aria-hidden /> {t('search.lowAnswer')}
        </>
      ) : (
        text
      )}
    </div>
  );
}

function countsText(result: SearchResult, isByWordsSoFar: boolean, t: TFunction): string {
  const counts = countHits(result.hits);
  const found: string[] = [];
  if (counts.passages > 0) found.push(foundText(counts, t));
  if (counts.unsure > 0) {
    found.push(t(counts.passages > 0 ? 'search.lessSure' : 'search.onlyUnsure', { count: counts.unsure }));
  }
  if (result.vectorSource === 'none' && isByWordsSoFar) found.push(t('search.wordsSoFar'));
  else if (result.chunksWithoutVector > 0) {
    found.push(t('search.noMeaning', { count: result.chunksWithoutVector }));
  }
  found.push(t('search.milliseconds', { count: Math.max(1, Math.round(result.seconds * 1000)) }));
  return found.join(' · ');
}

/** Meaning has answered, and the library does not seem to hold what was asked. */
function isUnlikelyAnswered({ phase, result }: SearchState): boolean {
  if (result === null || result.answerable === null || result.hits.length === 0) return false;
  return (phase === 'meaning' || phase === 'settled') && result.answerable < result.threshold;
}

/** `38 passages in 12 documents` */
function foundText(counts: HitCounts, t: TFunction): string {
  return `${t('search.passages', { count: counts.passages })} ${t('search.inDocuments', { count: counts.documents })}`;
}

/** Reads the outcome out once the list has settled, not at each keystroke. */
export function CountsAnnouncer({ state }: { readonly state: SearchState }) {
  const { t } = useTranslation();
  let text = '';
  const [first] = state.groups;
  if (isUnlikelyAnswered(state)) text = t('search.lowAnswer');
  else if (state.reranked?.hasMoved && first !== undefined) {
    text = t('search.announceReordered', { name: shownName(first.best.path) });
  } else if (state.phase === 'settled' && state.error === null) {
    const counts = countHits(state.result?.hits ?? []);
    text =
      state.groups.length === 0
        ? t('search.announceNone')
        : state.result?.listed === true
          ? t('search.listed')
          : counts.passages > 0
            ? foundText(counts, t)
            : t('search.onlyUnsure', { count: counts.unsure });
  }
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
