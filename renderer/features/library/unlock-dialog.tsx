// Asks once for a password, tries it on every document that wants one, and says how many opened.
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bridge, unwrap } from '../../api/client.js';
import { refreshAll } from '../../api/stores.js';
import { say } from '../../components/messages.js';
import { PasswordForm } from '../../components/password-form.js';

export interface UnlockDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function UnlockDialog({ isOpen, onClose }: UnlockDialogProps) {
  const { t } = useTranslation();

  const unlock = async (password: string): Promise<string | null> => {
    const { opened, locked, otherKinds } = await unwrap(bridge.library.unlock({ password }));
    const rest = [
      ...(locked > 0 ? [t('library.unlockLocked', { count: locked })] : []),
      ...(otherKinds > 0 ? [t('library.unlockOtherKinds', { count: otherKinds })] : []),
    ];
    if (opened === 0) return [t('library.unlockNone'), ...rest].join(' ');
    refreshAll();
    const openedWords = t('library.unlockOpened', { count: opened });
    if (rest.length > 0) return [openedWords, ...rest].join(' ');
    say(openedWords);
    onClose();
    return null;
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={t('library.unlockTitle')}
    >
      <p>{t('library.unlockBody')}</p>
      <p>{t('library.unlockStored')}</p>
      <PasswordForm label={t('common.password')} onPassword={unlock}>
        <Button onClick={onClose}>{t('library.unlockLeave')}</Button>
      </PasswordForm>
    </Modal>
  );
}
