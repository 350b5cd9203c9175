// The library before the first folder: one sentence, where to drop, and a sample to try.
import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './empty-library.module.css';

export interface EmptyLibraryProps {
  readonly onAddFolder: () => void;
  readonly onAddSample: () => void;
}

export function EmptyLibrary({ onAddFolder, onAddSample }: EmptyLibraryProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.empty} data-testid="empty-library">
      <div className={styles.zone}>
        <IconFolderPlus className={styles.icon} size={40} stroke={1.2} aria-hidden />
        <h1 className={styles.title}>{t('library.emptyTitle')}</h1>
        <p className={styles.hint}>{t('library.emptyHint')}</p>
        <Button variant="filled" size="sm" onClick={onAddFolder}>
          {t('library.addFolder')}
        </Button>
      </div>
      <div className={styles.sample}>
        <span>{t('library.emptySample')}</span>
        <Button onClick={onAddSample}>{t('library.sample')}</Button>
      </div>
    </div>
  );
}
