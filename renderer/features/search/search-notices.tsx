// What stands in place of cards: before the first word, when nothing was found, when it did not work.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { documentStates } from '../../../shared/domain/document.js';
import type { LibraryStatus } from '../../../shared/domain/library.js';
import type { SearchResult } from '../../../shared/domain/search.js';
import type { AppError } from '../../../shared/errors.js';
import styles from './search-notices.module.css';

export interface StartNoticeProps {
  readonly isLibraryEmpty: boolean;
  readonly onGoToLibrary: () => void;
}

export function StartNotice({ isLibraryEmpty, onGoToLibrary }: StartNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <h2 className={styles.title}>{t('search.startTitle')}</h2>
      <p className={styles.text}>{t(isLibraryEmpty ? 'search.startEmptyLibrary' : 'search.startHint')}</p>
      {isLibraryEmpty && <Button onClick={onGoToLibrary}>{t('search.goToLibrary')}</Button>}
    </div>
  );
}

export interface NoHitsNoticeProps {
  readonly query: string;
  readonly result: SearchResult;
  readonly status: LibraryStatus | undefined;
  readonly isFiltered: boolean;
  readonly onClearFilters: () => void;
  readonly onGoToLibrary: () => void;
}

export function NoHitsNotice(props: NoHitsNoticeProps) {
  const { query, result, status, isFiltered, onClearFilters, onGoToLibrary } = props;
  const { t } = useTranslation();
  const documents = documentStates.reduce((sum, state) => sum + (status?.documents[state] ?? 0), 0);
  const waiting = (status?.documents.waiting ?? 0) + (status?.documents.reading ?? 0);
  const searched = result.vectorSource === 'none' ? 'search.noneSearchedWords' : 'search.noneSearched';
  return (
    <div className={styles.notice}>
      <h2 className={styles.title}>{t('search.noneTitle', { query })}</h2>
      <p className={styles.text}>
        {t(searched, { count: Math.max(0, documents - waiting) })}{' '}
        {result.chunksWithoutVector > 0 && `${t('search.noMeaning', { count: result.chunksWithoutVector })}. `}
        {isFiltered && t('search.noneFiltered')}
      </p>
      <p className={styles.text}>{t('search.noneTry')}</p>
      <ul className={styles.list}>
        <li>{t('search.noneTryOther')}</li>
        {isFiltered ? (
          <li>
            <button type="button" className={styles.link} onClick={onClearFilters}>
              {t('search.noneTryFilters')}
            </button>
          </li>
        ) : (
          <li>{t('search.noneTryQuotes')}</li>
        )}
        <li>
          <button type="button" className={styles.link} onClick={onGoToLibrary}>
            {t('search.noneTryFolder')}
          </button>
        </li>
      </ul>
    </div>
  );
}

export function FailedNotice({ error }: { readonly error: AppError }) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="alert">
      <h2 className={styles.title}>{t('search.failed')}</h2>
      <p className={styles.text}>
        {t(`errors.${error.code}.what`)} {t(`errors.${error.code}.next`)}
      </p>
    </div>
  );
}
