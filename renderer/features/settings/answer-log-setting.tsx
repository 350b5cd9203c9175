// The log of how questions were answered: kept or not, how much there is, and the way to be rid of it.
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '../../../shared/domain/size-text.js';
import { bridge, unwrap } from '../../api/client.js';
import { useIsEngineReady } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { useCall } from '../../api/use-call.js';
import { say } from '../../components/messages.js';
import styles from './answer-settings.module.css';

export interface AnswerLogSettingProps {
  /** It grows while something else is looked at. */
  readonly isShown: boolean;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function AnswerLogSetting({ isShown, isOn, onChange }: AnswerLogSettingProps) {
  const { t, i18n } = useTranslation();
  const act = useAction();
  const isReady = useIsEngineReady();
  const [clears, setClears] = useState(0);
  const log = useCall(isReady && isShown ? `${clears} ${isOn}` : null, () => unwrap(bridge.chat.log()));
  const bytes = log.kind === 'value' ? log.value.bytes : 0;
  const clear = (): void =>
    act(async () => {
      await unwrap(bridge.chat.clearLog());
      setClears((count) => count + 1);
      say(t('chat.settingsLogCleared'));
    });
  return (
    <div className={styles.key}>
      <Switch
        label={t('chat.settingsLogLabel')}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div className={styles.line}>
        <span data-testid="log-size">
          {bytes === 0
            ? t('chat.settingsLogEmpty')
            : t('chat.settingsLogHolds', { size: sizeText(bytes, i18n.language) })}
        </span>
        {bytes > 0 && (
          <>
            <Button size="compact-xs" onClick={() => act(() => unwrap(bridge.chat.showLog()))}>
              {t('chat.settingsLogShow')}
            </Button>
            <Button size="compact-xs" onClick={clear}>
              {t('chat.settingsLogClear')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
