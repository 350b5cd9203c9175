// So many documents of a folder are gone that it may be a mishap: says so, and asks what happened.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FolderInfo, MissingAnswer } from '../../../shared/domain/library.js';
import { AlertNotice } from '../../components/alert-notice.js';
import { formatNumber } from '../../format/formats.js';
import { fileName } from '../../format/path-parts.js';

export interface MissingNoticeProps {
  readonly folder: FolderInfo;
  readonly onAnswer: (answer: MissingAnswer) => void;
}

export function MissingNotice({ folder, onAnswer }: MissingNoticeProps) {
  const { t, i18n } = useTranslation();
  const total = formatNumber(folder.documents, i18n.language);
  return (
    <AlertNotice
      kind="warning"
      title={t('library.missingTitle', { count: folder.missingAsked, total, name: fileName(folder.path) })}
      testId="missing-notice"
      buttons={
        <>
          <Button size="compact-sm" onClick={() => onAnswer('keep')}>
            {t('library.missingKeep')}
          </Button>
          <Button size="compact-sm" onClick={() => onAnswer('remove')}>
            {t('library.missingRemove')}
          </Button>
        </>
      }
    >
      {t('library.missingBody')}
    </AlertNotice>
  );
}
