// Before a language model is asked for the first time: what is sent to whom, and the key where one is needed.
import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hostAddress } from '../../../shared/domain/host-address.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { chatKey, settings } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import styles from './consent-dialog.module.css';

export interface ConsentDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ConsentDialog({ isOpen, onClose }: ConsentDialogProps) {
  const { t } = useTranslation();
  const act = useAction();
  const [key, setKey] = useState('');
  const chosen = useRemote(settings);
  const keyState = useRemote(chatKey);
  const address = hostAddress(chosen?.chatBaseUrl ?? '');
  const needsKey =
    address !== null && !address.isLocal && (keyState?.kind === 'none' || keyState?.kind === 'unreadable');
  const close = (): void => {
    setKey('');
    onClose();
  };
  const agree = (): void =>
    act(async () => {
      if (address === null) return;
      if (key.trim() !== '') chatKey.set(await unwrap(bridge.chat.setKey({ key: key.trim() })));
      settings.set(await unwrap(bridge.settings.change({ answerMode: 'model', agreedToSendTo: address.host })));
      close();
    });
  return (
    <Modal
      opened={isOpen && address !== null}
      onClose={close}
      centered
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      title={t(address?.isLocal ? 'chat.consentTitleLocal' : 'chat.consentTitle', { host: address?.host ?? '' })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!needsKey || key.trim() !== '') agree();
        }}
      >
        <ul className={styles.list}>
          <li>{t('chat.consentSent')}</li>
          <li>{t('chat.consentNotSent')}</li>
          <li>{t('chat.consentSeen')}</li>
          <li>{t(address?.isLocal ? 'chat.consentLocal' : 'chat.consentBack')}</li>
        </ul>
        {needsKey && (
          <>
            <PasswordInput
              label={t('chat.key', { host: address.host })}
              value={key}
              maxLength={4_096}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': t('common.passwordShow') }}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
            <p className={styles.hint}>{t(keyState?.canKeep ? 'chat.keyKept' : 'chat.keySession')}</p>
          </>
        )}
        <div className={styles.buttons}>
          <Button data-autofocus onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="filled" disabled={needsKey && key.trim() === ''}>
            {t('chat.consentAgree')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
