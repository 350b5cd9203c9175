// Settings of the search model and the passages: which, how long, what a change costs, and how far it is.
import { Button, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ChunkSettings,
  chunkRanges,
  type GenerationEstimate,
  passageRanges,
} from '../../../shared/domain/models.js';
import type { Settings, SettingsChange } from '../../../shared/domain/settings.js';
import type { ChannelReplies } from '../../../shared/ipc/contract.js';
import { bridge, unwrap } from '../../api/client.js';
import { useProgress } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { say } from '../../components/messages.js';
import { DescribeModel } from './describe-model.js';
import { GenerationNotice } from './generation-notice.js';
import styles from './model-settings.module.css';
import { NumberField } from './number-field.js';
import { Row, Section } from './settings-row.js';
import type { Models } from './use-models.js';

type Unclear = Extract<NonNullable<ChannelReplies['models.pick']>, { readonly kind: 'unclear' }>;

interface Wanted {
  readonly model: string;
  readonly chunking: ChunkSettings;
}

export interface ModelSettingsProps {
  readonly chosen: Settings;
  readonly models: Models;
  readonly onChange: (change: SettingsChange) => void;
}

export function ModelSettings({ chosen, models, onChange }: ModelSettingsProps) {
  const { t } = useTranslation();
  const act = useAction();
  const { state, reload } = models;
  const { building } = useProgress();
  const [draft, setDraft] = useState<Partial<Wanted>>({});
  const [isAdding, setIsAdding] = useState(false);
  const [unclear, setUnclear] = useState<Unclear | null>(null);
  const inUse = state?.models.find(({ isInUse }) => isInUse);
  const now: Wanted | null =
    state === null || inUse === undefined ? null : { model: inUse.name, chunking: state.chunking };
  const wanted = now === null ? null : { ...now, ...draft };
  const estimate = useEstimate(now, wanted);
  if (state === null || now === null || wanted === null) return null;
  const isBusy = building !== null || state.building !== null || isAdding;
  const chosenModel = state.models.find(({ name }) => name === wanted.model);

  const added = (reply: ChannelReplies['models.pick']): void => {
    setUnclear(reply?.kind === 'unclear' ? reply : null);
    if (reply?.kind !== 'added') return;
    say(t('models.added', { name: reply.model.name }));
    reload();
  };
  const add = (ask: () => Promise<ChannelReplies['models.pick']>): void =>
    act(async () => {
      setIsAdding(true);
      added(await ask().finally(() => setIsAdding(false)));
    });
  const remove = (name: string): void =>
    act(async () => {
      await unwrap(bridge.models.remove({ name }));
      setDraft({ ...draft, model: now.model });
      say(t('models.removed', { name }));
      reload();
    });
  const start = (): void =>
    act(async () => {
      await unwrap(bridge.models.change(wanted));
      setDraft({});
      reload();
    });
  const cancel = (): void =>
    act(async () => {
      await unwrap(bridge.models.cancel());
      say(t('models.cancelled'));
      reload();
    });
  const chunkField = (key: keyof ChunkSettings, label: string, unit: string, hint?: string) => (
    <Row label={label} id={`setting-chunk-${key}`} {...(hint === undefined ? {} : { hint })}>
      <NumberField
        id={`setting-chunk-${key}`}
        value={wanted.chunking[key]}
        range={chunkRanges[key]}
        unit={unit}
        isDisabled={isBusy}
        onChange={(value) => setDraft({ ...draft, chunking: { ...wanted.chunking, [key]: value } })}
      />
    </Row>
  );

  return (
    <Section title={t('models.title')}>
      <Row label={t('models.model')} hint={t('models.modelHint')} id="setting-model">
        <div className={styles.line}>
          <Select
            id="setting-model"
            className={styles.select ?? ''}
            allowDeselect={false}
            disabled={isBusy}
            value={wanted.model}
            data={state.models.map(({ name, isInUse, isMissing }) => ({
              value: name,
              label: isMissing ? t('models.missing', { name }) : isInUse ? t('models.inUse', { name }) : name,
            }))}
            onChange={(model) => {
              if (model !== null) setDraft({ ...draft, model });
            }}
          />
          <Button disabled={isBusy} onClick={() => add(() => unwrap(bridge.models.pick()))}>
            {t('models.add')}
          </Button>
          {chosenModel !== undefined && !chosenModel.isShipped && !chosenModel.isInUse && (
            <Button disabled={isBusy} onClick={() => remove(chosenModel.name)}>
              {t('models.remove', { name: chosenModel.name })}
            </Button>
          )}
        </div>
        <span role="status" className={styles.note}>
          {isAdding && t('models.adding')}
        </span>
        {chosenModel?.isCalibrated === false && <p className={styles.note}>{t('models.notCalibrated')}</p>}
      </Row>
      {chunkField('size', t('models.size'), t('models.tokens'), t('models.sizeHint'))}
      {chunkField('overlap', t('models.overlap'), t('models.percent'))}
      {chunkField('minimum', t('models.minimum'), t('models.minimumUnit'))}
      <GenerationNotice
        building={building}
        prepared={state.building?.model ?? null}
        estimate={estimate}
        onStart={start}
        onDiscard={() => setDraft({})}
        onCancel={cancel}
      />
      <Row label={t('models.searchPassages')} id="setting-search-passages">
        <NumberField
          id="setting-search-passages"
          value={chosen.searchPassages}
          range={passageRanges.search}
          onChange={(searchPassages) => onChange({ searchPassages })}
        />
      </Row>
      <Row label={t('models.answerPassages')} id="setting-answer-passages">
        <NumberField
          id="setting-answer-passages"
          value={chosen.answerPassages}
          range={passageRanges.answer}
          onChange={(answerPassages) => onChange({ answerPassages })}
        />
      </Row>
      <DescribeModel
        unclear={unclear}
        onClose={() => setUnclear(null)}
        onDescribed={(description) => add(() => unwrap(bridge.models.describe(description)))}
      />
    </Section>
  );
}

/** Null while nothing is to be changed, and until it is known. */
function useEstimate(now: Wanted | null, wanted: Wanted | null): GenerationEstimate | null {
  const [estimate, setEstimate] = useState<GenerationEstimate | null>(null);
  const request = JSON.stringify(wanted);
  const isChanged = wanted !== null && request !== JSON.stringify(now);
  useEffect(() => {
    setEstimate(null);
    if (!isChanged) return;
    let isStale = false;
    unwrap(bridge.models.estimate(JSON.parse(request) as Wanted)).then(
      (next) => {
        if (!isStale) setEstimate(next.isChange ? next : null);
      },
      () => null,
    );
    return () => {
      isStale = true;
    };
  }, [request, isChanged]);
  return estimate;
}
