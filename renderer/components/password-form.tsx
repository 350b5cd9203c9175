// One field for a password and what came of it. The password is handed on and not kept here.
import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '../api/client.js';
import styles from './password-form.module.css';

export interface PasswordFormProps {
  readonly label: string;
  /** Tries it; resolves to what to say when it did not do, or to null when the form is done with. */
  readonly onPassword: (password: string) => Promise<string | null>;
  /** Buttons before the one that tries. */
  readonly children?: ReactNode;
}

export function PasswordForm({ label, onPassword, children }: PasswordFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [answer, setAnswer] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);

  const tryIt = async (): Promise<void> => {
    setTrying(true);
    setAnswer(null);
    try {
      const said = await onPassword(password);
      setAnswer(said);
      setPassword('');
    } catch (thrown) {
      const { code } = asAppError(thrown);
      setAnswer(`${t(`errors.${code}.what`)} ${t(`errors.${code}.next`)}`);
    } finally {
      setTrying(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !isTrying) void tryIt();
      }}
    >
      <PasswordInput
        className={styles.field ?? ''}
        data-autofocus
        label={label}
        value={password}
        maxLength={1_024}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('common.passwordShow') }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <p className={styles.answer} role="status">
        {isTrying ? t('common.passwordTrying') : answer}
      </p>
      <div className={styles.buttons}>
        {children}
        <Button type="submit" variant="filled" disabled={password === '' || isTrying}>
          {t('common.passwordTry')}
        </Button>
      </div>
    </form>
  );
}
