// What stands in place of cards: before the first word, when nothing was found, when it did not work.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '../../../shared/domain/search.js';
import type { AppError } from '../../../shared/errors.js';
import { forQuoting, hasMarks, withoutMarks } from './query-marks.js';
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
  readonly isFiltered: boolean;
  readonly onClearFilters: () => void;
  readonly onQuery: (query: string) => void;
  readonly onGoToLibrary: () => void;
}

export function NoHitsNotice(props: NoHitsNoticeProps) {
  const { query, result, isFiltered, onClearFilters, onQuery, onGoToLibrary } = props;
  const { t } = useTranslation();
  const { documents, isNarrowed, misfits } = result.searched ?? { documents: 0, isNarrowed: false, misfits: [] };
  /** The filters left nothing to search. */
  const isNoneLeft = isNarrowed && documents === 0;
  const noneLeft =
    misfits.length > 0
      ? misfits.map((filter) => t('search.noneMisfit', { filter })).join(' ')
      : t('search.noneNarrowed');
  const isMarked = hasMarks(query);
  const plainQuery = withoutMarks(query);
  const lastAdvice =
    isNoneLeft || result.listed
      ? 'search.noneTryLess'
      : plainQuery.includes(' ')
        ? 'search.noneTryFewer'
        : 'search.noneTrySpelling';
  const searched = result.vectorSource === 'none' ? 'search.noneSearchedWords' : 'search.noneSearched';
  return (
    <div className={styles.notice}>
      <h2 className={styles.title}>{t('search.noneTitle', { query: forQuoting(query) })}</h2>
      <p className={styles.text}>
        {isNoneLeft ? noneLeft : `${t(result.listed ? 'search.noneListed' : searched, { count: documents })} `}
        {!isNoneLeft &&
          !result.listed &&
          result.chunksWithoutVector > 0 &&
          `${t('search.noMeaning', { count: result.chunksWithoutVector })}. `}
        {!isNoneLeft && !result.listed && isNarrowed && t('search.noneFiltered')}
      </p>
      <p className={styles.text}>{t('search.noneTry')}</p>
      <ul className={styles.list}>
        {isMarked && (
          <li>
            <LinkButton onClick={() => onQuery(plainQuery)}>{t('search.noneTryQuotes')}</LinkButton>
          </li>
        )}
        {isFiltered && (
          <li>
            <LinkButton onClick={onClearFilters}>{t('search.noneTryFilters')}</LinkButton>
          </li>
        )}
        {!(isMarked && isFiltered) && (
          <li>{t(isNoneLeft || result.listed ? 'search.noneTryNarrow' : 'search.noneTryOther')}</li>
        )}
        {!isMarked && !isFiltered && <li>{t(lastAdvice)}</li>}
        <li>
          <LinkButton onClick={onGoToLibrary}>{t('search.noneTryFolder')}</LinkButton>
        </li>
      </ul>
    </div>
  );
}

function LinkButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
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
