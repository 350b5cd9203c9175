// What stands in a conversation that has no question yet: what can be asked, and what happens with it.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { answerModeOf } from '../../../shared/domain/answer-mode.js';
import { hostAddress } from '../../../shared/domain/host-address.js';
import { useRemote } from '../../api/remote-store.js';
import { settings } from '../../api/stores.js';
import styles from './chat-start.module.css';

export interface ChatStartProps {
  readonly isLibraryEmpty: boolean;
  readonly onGoToLibrary: () => void;
}

export function ChatStart({ isLibraryEmpty, onGoToLibrary }: ChatStartProps) {
  const { t } = useTranslation();
  const chosen = useRemote(settings);
  const address = chosen === undefined ? null : hostAddress(chosen.chatBaseUrl);
  const asksModel = chosen !== undefined && !chosen.stayOffline && answerModeOf(chosen) === 'model';
  return (
    <div className={styles.start}>
      <h2 className={styles.title}>{t('chat.startTitle')}</h2>
      {isLibraryEmpty ? (
        <>
          <p className={styles.text}>{t('search.startEmptyLibrary')}</p>
          <Button onClick={onGoToLibrary}>{t('search.goToLibrary')}</Button>
        </>
      ) : (
        <>
          <p className={styles.text}>{t('chat.startHint')}</p>
          <p className={styles.text} data-testid="who-answers">
            {asksModel && address !== null
              ? t(address.isLocal ? 'chat.startLocal' : 'chat.startModel', { host: address.host })
              : t('chat.startQuotes')}
          </p>
        </>
      )}
    </div>
  );
}
