// Asks before a conversation is removed.
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConversationInfo } from '../../../shared/domain/chat.js';
import styles from './consent-dialog.module.css';

export interface RemoveConversationProps {
  /** Null: closed. */
  readonly conversation: ConversationInfo | null;
  readonly onConfirm: (conversation: ConversationInfo) => void;
  readonly onCancel: () => void;
}

export function RemoveConversation({ conversation, onConfirm, onCancel }: RemoveConversationProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={conversation !== null}
      onClose={onCancel}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={t('chat.removeTitle', { title: conversation?.title ?? '' })}
    >
      <p>{t('chat.removeBody', { count: conversation?.turns ?? 0 })}</p>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button variant="filled" color="red.8" onClick={() => conversation !== null && onConfirm(conversation)}>
          {t('chat.removeConfirm')}
        </Button>
      </div>
    </Modal>
  );
}
