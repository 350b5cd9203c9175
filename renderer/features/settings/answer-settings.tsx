// Settings of answers: which host and model, its key, staying offline, and the log.
import { Autocomplete, Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChatModel,
  modelNamed,
  modelsWith,
  type OwnModel,
  pricesDate,
  wholeDocumentTokens,
} from '../../../shared/domain/chat-models.js';
import { hostAddress } from '../../../shared/domain/host-address.js';
import type { Settings, SettingsChange } from '../../../shared/domain/settings.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { chatKey } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { say } from '../../components/messages.js';
import { formatDate, formatNumber } from '../../format/formats.js';
import { ModeSwitch } from '../chat/mode-switch.js';
import { AnswerLogSetting } from './answer-log-setting.js';
import styles from './answer-settings.module.css';
import { ModelPrices } from './model-prices.js';
import { Row, Section } from './settings-row.js';

export interface AnswerSettingsProps {
  readonly isShown: boolean;
  readonly chosen: Settings;
  readonly onChange: (change: SettingsChange) => void;
}

export function AnswerSettings({ isShown, chosen, onChange }: AnswerSettingsProps) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t('chat.settingsTitle')}>
      <Row label={t('chat.mode')} hint={t('chat.modeHint')}>
        <ModeSwitch />
      </Row>
      <Row label={t('chat.settingsOffline')} hint={t('chat.settingsOfflineHint')}>
        <Switch
          label={t('chat.settingsOfflineLabel')}
          checked={chosen.stayOffline}
          onChange={(event) => onChange({ stayOffline: event.currentTarget.checked })}
        />
      </Row>
      <Row
        label={t('chat.settingsModel')}
        hint={t('chat.settingsModelHint', { date: formatDate(pricesDate, i18n.language) })}
        id="setting-chat-model"
      >
        <ModelField
          id="setting-chat-model"
          own={chosen.ownModels}
          value={chosen.chatModel}
          onChange={(chatModel) => onChange({ chatModel })}
        />
      </Row>
      <Row label={t('chat.settingsFastModel')} hint={t('chat.settingsFastModelHint')} id="setting-chat-fast-model">
        <ModelField
          id="setting-chat-fast-model"
          own={chosen.ownModels}
          value={chosen.chatFastModel}
          onChange={(chatFastModel) => onChange({ chatFastModel })}
        />
      </Row>
      <Row label={t('chat.settingsAddress')} hint={t('chat.settingsAddressHint')} id="setting-chat-address">
        <AddressField value={chosen.chatBaseUrl} onChange={(chatBaseUrl) => onChange({ chatBaseUrl })} />
      </Row>
      <Row label={t('chat.settingsKey')}>
        <KeyForm />
      </Row>
      <Row
        label={t('chat.settingsPricesTitle')}
        hint={t('chat.settingsPricesHint', { date: formatDate(pricesDate, i18n.language) })}
      >
        <ModelPrices own={chosen.ownModels} onChange={(ownModels) => onChange({ ownModels })} />
      </Row>
      <Row
        label={t('chat.settingsWhole')}
        hint={t('chat.settingsWholeHint', { tokens: formatNumber(wholeDocumentTokens, i18n.language) })}
      >
        <Switch
          label={t('chat.settingsWholeLabel')}
          checked={chosen.readsWholeDocuments}
          onChange={(event) => onChange({ readsWholeDocuments: event.currentTarget.checked })}
        />
      </Row>
      <Row label={t('chat.settingsLog')} hint={t('chat.settingsLogHint')}>
        <AnswerLogSetting
          isShown={isShown}
          isOn={chosen.keepsAnswerLog}
          onChange={(keepsAnswerLog) => onChange({ keepsAnswerLog })}
        />
      </Row>
    </Section>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field whose text becomes the setting when it is left, or by Enter. */
function useDraft({ value, onChange }: FieldProps, isGood: (text: string) => boolean) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const keep = (text: string): void => {
    if (isGood(text) && text.trim() !== value) onChange(text.trim());
  };
  return { draft, setDraft, keep };
}

interface ModelFieldProps extends FieldProps {
  readonly id: string;
  readonly own: readonly OwnModel[];
}

function ModelField({ id, own, value, onChange }: ModelFieldProps) {
  const models = modelsWith(own);
  const { draft, setDraft, keep } = useDraft({ value, onChange }, (text) => text.trim() !== '');
  return (
    <Autocomplete
      id={id}
      className={styles.field ?? ''}
      size="xs"
      data={models.map((model) => model.id)}
      // What is chosen is no filter: all are offered until something else is typed.
      filter={({ options, search }) => (search === value ? options : options.filter(matching(search)))}
      renderOption={({ option }) => <ModelOption id={option.value} model={modelNamed(option.value, models)} />}
      value={draft}
      maxLength={200}
      onChange={setDraft}
      onOptionSubmit={keep}
      onBlur={() => (draft.trim() === '' ? setDraft(value) : keep(draft))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep(draft);
      }}
    />
  );
}

function ModelOption({ id, model }: { readonly id: string; readonly model: ChatModel | undefined }) {
  const { t, i18n } = useTranslation();
  if (model === undefined) return id;
  if (model.prices === null) return model.label;
  const { inputUsd, outputUsd } = model.prices;
  const input = formatNumber(inputUsd, i18n.language);
  const output = formatNumber(outputUsd, i18n.language);
  return (
    <span>
      {model.label} <span className={styles.price}>{t('chat.settingsPrices', { input, output })}</span>
    </span>
  );
}

function matching(search: string): (option: object) => boolean {
  return (option) => 'value' in option && String(option.value).includes(search.trim());
}

function AddressField({ value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { draft, setDraft, keep } = useDraft({ value, onChange }, (text) => hostAddress(text) !== null);
  const isWrong = hostAddress(draft) === null;
  return (
    <TextInput
      id="setting-chat-address"
      className={styles.field ?? ''}
      value={draft}
      maxLength={2_048}
      spellCheck={false}
      error={isWrong ? t('chat.settingsAddressWrong') : undefined}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => keep(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep(draft);
        if (event.key === 'Escape') setDraft(value);
      }}
    />
  );
}

const keyWords = {
  none: 'chat.settingsKeyNone',
  kept: 'chat.settingsKeyIsKept',
  session: 'chat.settingsKeyIsSession',
  unreadable: 'chat.settingsKeyUnreadable',
} as const;

/** A key goes in and never comes out again: what is shown is only whether there is one. */
function KeyForm() {
  const { t } = useTranslation();
  const act = useAction();
  const state = useRemote(chatKey);
  const [key, setKey] = useState('');
  const send = (next: string | null, words: string): void =>
    act(async () => {
      chatKey.set(await unwrap(bridge.chat.setKey({ key: next })));
      setKey('');
      say(words);
    });
  if (state === undefined) return null;
  return (
    <form
      className={styles.key}
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') send(key.trim(), t('chat.settingsKeySaved'));
      }}
    >
      <div className={styles.line}>
        <span data-testid="key-state">{t(keyWords[state.kind])}</span>
        {state.kind !== 'none' && (
          <Button size="compact-xs" onClick={() => send(null, t('chat.settingsKeyRemoved'))}>
            {t('chat.settingsKeyRemove')}
          </Button>
        )}
      </div>
      <div className={styles.line}>
        <PasswordInput
          className={styles.keyField ?? ''}
          aria-label={t('chat.settingsKeyField')}
          placeholder={t('chat.settingsKeyField')}
          value={key}
          maxLength={4_096}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('common.passwordShow') }}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" disabled={key.trim() === ''}>
          {t('chat.settingsKeySave')}
        </Button>
      </div>
      <p className={styles.hint}>{t(state.canKeep ? 'chat.keyKept' : 'chat.keySession')}</p>
    </form>
  );
}
