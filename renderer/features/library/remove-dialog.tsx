// Asks before a folder is removed, and says what is deleted and what is not.
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FolderInfo } from '../../../shared/domain/library.js';
import { fileName } from '../../format/path-parts.js';
import styles from './remove-dialog.module.css';

export interface RemoveDialogProps {
  /** Null: closed. */
  readonly folder: FolderInfo | null;
  readonly onConfirm: (folder: FolderInfo) => void;
  readonly onCancel: () => void;
}

export function RemoveDialog({ folder, onConfirm, onCancel }: RemoveDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={folder !== null}
      onClose={onCancel}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={folder === null ? '' : t('library.removeTitle', { name: fileName(folder.path) })}
      classNames={{ title: styles.title ?? '' }}
    >
      <p className={styles.path}>{folder?.path}</p>
      <p>{t('library.removeBody', { count: folder?.documents ?? 0 })}</p>
      <p>{t('library.removeSafe')}</p>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button variant="filled" color="red.8" onClick={() => folder !== null && onConfirm(folder)}>
          {t('library.removeConfirm')}
        </Button>
      </div>
    </Modal>
  );
}
