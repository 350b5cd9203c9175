// Above a document's text as Acervo read it: what this is, how long it is, and its passages on demand.
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DocumentText } from '../../shared/domain/passage.js';
import styles from './as-read-bar.module.css';

export interface AsReadBarProps {
  readonly read: DocumentText;
  readonly showsPassages: boolean;
  readonly onShowsPassages: (wanted: boolean) => void;
}

export function AsReadBar({ read, showsPassages, onShowsPassages }: AsReadBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar} data-testid="as-read">
      <span className={styles.what}>
        {t('viewer.asRead')} · {t('viewer.characters', { count: read.text.length })}
      </span>
      <Switch
        size="xs"
        checked={showsPassages}
        disabled={read.passages.length === 0}
        label={t('viewer.showPassages', { count: read.passages.length })}
        onChange={(event) => onShowsPassages(event.currentTarget.checked)}
      />
    </div>
  );
}
