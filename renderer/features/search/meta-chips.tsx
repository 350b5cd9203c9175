// Filters by a document's own keys: those that hold, which a click takes away, and those that the question may mean.
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MetaEntry, MetaGuess } from '../../../shared/domain/metadata.js';
import { classNames } from '../../components/class-names.js';
import styles from './meta-chips.module.css';

export interface MetaChipsProps {
  readonly chosen: readonly MetaEntry[];
  readonly guesses: readonly MetaGuess[];
  readonly onChange: (chosen: readonly MetaEntry[]) => void;
}

export function MetaChips({ chosen, guesses, onChange }: MetaChipsProps) {
  const { t } = useTranslation();
  return (
    <>
      {chosen.map((entry) => (
        <button
          key={`${entry.key}=${entry.value}`}
          type="button"
          className={classNames(styles.chip, styles.chosen)}
          title={t('search.metaRemove', { ...entry })}
          aria-label={t('search.metaRemove', { ...entry })}
          onClick={() => onChange(chosen.filter((one) => one !== entry))}
        >
          <bdi className={styles.words}>{`${entry.key}: ${entry.value}`}</bdi>
          <IconX size={13} aria-hidden />
        </button>
      ))}
      {guesses.map(({ key, value, documents }) => (
        <button
          key={`${key}=${value}`}
          type="button"
          className={styles.chip}
          title={t('search.metaOffer', { key, value, count: documents })}
          aria-label={t('search.metaOffer', { key, value, count: documents })}
          onClick={() => onChange([...chosen, { key, value }])}
        >
          <IconFilterPlus size={13} aria-hidden />
          <bdi className={styles.words}>{`${key}: ${value}?`}</bdi>
        </button>
      ))}
    </>
  );
}
