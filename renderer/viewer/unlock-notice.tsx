// Over the stored text of a PDF whose pages want a password: asks for it, and has the page shown when it is right.
import { useTranslation } from 'react-i18next';
import { bridge, unwrap } from '../api/client.js';
import { refreshAll } from '../api/stores.js';
import { PasswordForm } from '../components/password-form.js';
import styles from './unlock-notice.module.css';

export interface UnlockNoticeProps {
  readonly documentId: string;
  readonly onOpened: () => void;
}

export function UnlockNotice({ documentId, onOpened }: UnlockNoticeProps) {
  const { t } = useTranslation();
  const unlock = async (password: string): Promise<string | null> => {
    const { opened, opensDocument } = await unwrap(bridge.library.unlock({ password, documentId }));
    if (opened > 0) refreshAll();
    if (opensDocument !== true) return t('viewer.lockedWrong');
    onOpened();
    return null;
  };
  return (
    <div className={styles.notice}>
      <p className={styles.words}>{t('viewer.locked')}</p>
      <PasswordForm label={t('common.password')} onPassword={unlock} />
    </div>
  );
}
