// So many documents of a folder are gone that it may be a mishap: says so, and asks what happened.
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FolderInfo, MissingAnswer } from '../../../shared/domain/library.js';
import { formatNumber } from '../../format/formats.js';
import { fileName } from '../../format/path-parts.js';
import styles from './missing-notice.module.css';

export interface MissingNoticeProps {
  readonly folder: FolderInfo;
  readonly onAnswer: (answer: MissingAnswer) => void;
}

export function MissingNotice({ folder, onAnswer }: MissingNoticeProps) {
  const { t, i18n } = useTranslation();
  const total = formatNumber(folder.documents, i18n.language);
  return (
    <section className={styles.notice} role="alert" data-testid="missing-notice">
      <IconAlertTriangle className={styles.icon} size={18} aria-hidden />
      <div className={styles.text}>
        <strong>{t('library.missingTitle', { count: folder.missingAsked, total, name: fileName(folder.path) })}</strong>{' '}
        {t('library.missingBody')}
      </div>
      <div className={styles.buttons}>
        <Button size="compact-sm" onClick={() => onAnswer('keep')}>
          {t('library.missingKeep')}
        </Button>
        <Button size="compact-sm" onClick={() => onAnswer('remove')}>
          {t('library.missingRemove')}
        </Button>
      </div>
    </section>
  );
}
