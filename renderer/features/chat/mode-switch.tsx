// Who answers: quotes of the documents, made here, or a language model, asked after the person has read what it is sent.
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerModeOf } from '../../../shared/domain/answer-mode.js';
import { modelsWith } from '../../../shared/domain/chat-models.js';
import type { SettingsChange } from '../../../shared/domain/settings.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { settings } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { ConsentDialog } from './consent-dialog.js';
import styles from './mode-switch.module.css';

export function ModeSwitch() {
  const { t } = useTranslation();
  const act = useAction();
  const chosen = useRemote(settings);
  const [isAsking, setAsking] = useState(false);
  if (chosen === undefined) return null;
  const change = (next: SettingsChange): void =>
    act(async () => settings.set(await unwrap(bridge.settings.change(next))));
  const model = modelsWith(chosen.ownModels).find(({ id }) => id === chosen.chatModel)?.label ?? chosen.chatModel;
  const choose = (mode: string): void => {
    if (mode === 'extractive') change({ answerMode: 'extractive' });
    else if (answerModeOf({ ...chosen, answerMode: 'model' }) === 'model') change({ answerMode: 'model' });
    else setAsking(true);
  };
  return (
    <>
      <SegmentedControl
        className={styles.switch ?? ''}
        aria-label={t('chat.mode')}
        title={chosen.stayOffline ? t('chat.offlineChosen') : t('chat.modeHint')}
        value={chosen.stayOffline ? 'extractive' : answerModeOf(chosen)}
        data={[
          { value: 'extractive', label: t('chat.modeQuotes') },
          { value: 'model', label: <span className={styles.model}>{model}</span>, disabled: chosen.stayOffline },
        ]}
        onChange={choose}
      />
      <ConsentDialog isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
