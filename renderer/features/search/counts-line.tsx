// What was found, and how long it took. Its line is always there, so that the cards below never jump.
import { useTranslation } from 'react-i18next';
import styles from './counts-line.module.css';
import { countHits } from './group-hits.js';
import type { SearchState } from './search-state.js';

export function CountsLine({ state, isModelReady }: { readonly state: SearchState; readonly isModelReady: boolean }) {
  const { t } = useTranslation();
  const { phase, result } = state;
  let text = '';
  if (phase !== 'empty' && result === null) text = state.error === null ? t('search.searching') : '';
  else if (result !== null && result.hits.length > 0) {
    const counts = countHits(result.hits);
    const found = [
      `${t('search.passages', { count: counts.passages })} ${t('search.inDocuments', { count: counts.documents })}`,
    ];
    if (counts.unsure > 0) found.push(t('search.lessSure', { count: counts.unsure }));
    found.push(t('search.milliseconds', { count: Math.max(1, Math.round(result.seconds * 1000)) }));
    if (result.vectorSource === 'none' && (phase === 'words' || !isModelReady)) found.push(t('search.wordsSoFar'));
    else if (result.chunksWithoutVector > 0) {
      found.push(t('search.noMeaning', { count: result.chunksWithoutVector }));
    }
    text = found.join(' · ');
  }
  return (
    <div className={styles.line} title={text}>
      {text}
    </div>
  );
}

/** Reads the outcome out once the list has settled, not at each keystroke. */
export function CountsAnnouncer({ state }: { readonly state: SearchState }) {
  const { t } = useTranslation();
  let text = '';
  if (state.phase === 'settled' && state.error === null) {
    const counts = countHits(state.result?.hits ?? []);
    text =
      state.groups.length === 0
        ? t('search.announceNone')
        : t('search.announce', {
            passages: t('search.passages', { count: counts.passages }),
            documents: t('search.inDocuments', { count: counts.documents }),
          });
  }
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
