// Settings: language, theme, threshold, where the library lies, and what Acervo is.
import { Button, SegmentedControl, Select, Slider, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsChange } from '../../../shared/domain/settings.js';
import { sizeText } from '../../../shared/domain/size-text.js';
import { threadLimits } from '../../../shared/domain/steering.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { appState, calibratedThreshold, libraryStatus, refreshAll, settings } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { say } from '../../components/messages.js';
import { formatPercent } from '../../format/formats.js';
import { AnswerSettings } from './answer-settings.js';
import { CarryLibrary } from './carry-library.js';
import { ModelSettings } from './model-settings.js';
import { Row, Section } from './settings-row.js';
import styles from './settings-view.module.css';
import { useModels } from './use-models.js';

/** Seconds that are offered for one document. */
const timeLimits = [10, 20, 60, 300, 900] as const;

export function SettingsView({ isShown }: { readonly isShown: boolean }) {
  const { t, i18n } = useTranslation();
  const act = useAction();
  const chosen = useRemote(settings);
  const app = useRemote(appState);
  const status = useRemote(libraryStatus);
  const models = useModels();
  const change = (next: SettingsChange): void =>
    act(async () => settings.set(await unwrap(bridge.settings.change(next))));

  const limitText = (seconds: number): string =>
    seconds % 60 === 0 ? t('settings.minutes', { count: seconds / 60 }) : t('settings.seconds', { count: seconds });

  if (chosen === undefined || app === undefined) return null;
  const systemLanguage = t(app.systemLanguage === 'es' ? 'settings.spanish' : 'settings.english');
  return (
    <div className={styles.view}>
      <div className={styles.column}>
        <h1 className={styles.title}>{t('settings.title')}</h1>

        <Section title={t('settings.appearance')}>
          <Row label={t('settings.language')} id="setting-language">
            <Select
              id="setting-language"
              className={styles.select ?? ''}
              allowDeselect={false}
              value={chosen.language}
              data={[
                { value: 'system', label: t('settings.languageSystem', { language: systemLanguage }) },
                { value: 'en', label: t('settings.english') },
                { value: 'es', label: t('settings.spanish') },
              ]}
              onChange={(language) => {
                if (language === 'system' || language === 'en' || language === 'es') change({ language });
              }}
            />
          </Row>
          <Row label={t('settings.theme')}>
            <SegmentedControl
              aria-label={t('settings.theme')}
              value={chosen.theme}
              data={[
                { value: 'system', label: t('settings.themeSystem') },
                { value: 'light', label: t('settings.themeLight') },
                { value: 'dark', label: t('settings.themeDark') },
              ]}
              onChange={(theme) => {
                if (theme === 'system' || theme === 'light' || theme === 'dark') change({ theme });
              }}
            />
          </Row>
        </Section>

        <Section title={t('settings.searching')}>
          <Row label={t('settings.threshold')} hint={t('settings.thresholdHint')}>
            <Threshold
              value={chosen.threshold}
              isCalibrated={models.state?.models.find(({ isInUse }) => isInUse)?.isCalibrated !== false}
              onChange={(threshold) => change({ threshold })}
            />
          </Row>
        </Section>

        <AnswerSettings isShown={isShown} chosen={chosen} onChange={change} />

        <ModelSettings chosen={chosen} models={models} onChange={change} />

        <Section title={t('settings.reading')}>
          <Row label={t('settings.recognitionLabel')} hint={t('settings.recognitionHint')}>
            <SegmentedControl
              aria-label={t('settings.recognition')}
              value={chosen.recognition}
              data={[
                { value: 'off', label: t('settings.recognitionOff') },
                { value: 'ask', label: t('settings.recognitionAsk') },
                { value: 'on', label: t('settings.recognitionOn') },
              ]}
              onChange={(recognition) => {
                if (recognition === 'off' || recognition === 'ask' || recognition === 'on') change({ recognition });
              }}
            />
          </Row>
          <Row label={t('settings.timeLimit')} hint={t('settings.timeLimitHint')} id="setting-time-limit">
            <Select
              id="setting-time-limit"
              className={styles.select ?? ''}
              allowDeselect={false}
              value={String(chosen.timeLimitSeconds)}
              data={[...new Set([...timeLimits, chosen.timeLimitSeconds])]
                .sort((a, b) => a - b)
                .map((seconds) => ({ value: String(seconds), label: limitText(seconds) }))}
              onChange={(seconds) => {
                if (seconds !== null) change({ timeLimitSeconds: Number(seconds) });
              }}
            />
          </Row>
        </Section>

        <Section title={t('folders.pace')}>
          <Row label={t('folders.speed')} hint={t('folders.speedHint')}>
            <SegmentedControl
              aria-label={t('folders.speed')}
              value={chosen.isSlow ? 'slow' : 'full'}
              data={[
                { value: 'full', label: t('folders.speedFull') },
                { value: 'slow', label: t('folders.speedSlow') },
              ]}
              onChange={(speed) => change({ isSlow: speed === 'slow' })}
            />
          </Row>
          <Row label={t('folders.battery')}>
            <Switch
              label={t('folders.batterySlow')}
              checked={chosen.slowOnBattery}
              onChange={(event) => change({ slowOnBattery: event.currentTarget.checked })}
            />
          </Row>
          <Row label={t('folders.cores')} id="setting-cores">
            <Select
              id="setting-cores"
              className={styles.select ?? ''}
              allowDeselect={false}
              value={String(chosen.threads ?? 'auto')}
              data={[
                { value: 'auto', label: t('folders.coresAuto') },
                ...[...new Set([...threadLimits, ...(chosen.threads === null ? [] : [chosen.threads])])].map(
                  (count) => ({
                    value: String(count),
                    label: t('folders.cores', { count }),
                  }),
                ),
              ]}
              onChange={(cores) => {
                if (cores !== null) change({ threads: cores === 'auto' ? null : Number(cores) });
              }}
            />
          </Row>
        </Section>

        <Section title={t('settings.place')}>
          <Row label={t('settings.placeLabel')} hint={t('settings.placeHint')}>
            <div className={styles.place}>
              <bdi className={`selectable ${styles.path}`}>{app.libraryFolder}</bdi>
              <Button
                onClick={() =>
                  act(async () => {
                    const next = await unwrap(bridge.settings.pickLibraryFolder());
                    if (next === null) return;
                    settings.set(next);
                    refreshAll();
                    say(t('settings.changed'));
                  })
                }
              >
                {t('settings.change')}
              </Button>
            </div>
          </Row>
          <Row label={t('settings.carry')} hint={t('settings.carryHint')}>
            <CarryLibrary />
          </Row>
          {status !== undefined && (
            <Row label={t('settings.sizes')}>
              {t(status.bytes.graph > 0 ? 'settings.sizesTextGraph' : 'settings.sizesText', {
                text: sizeText(status.bytes.text, i18n.language),
                database: sizeText(status.bytes.database, i18n.language),
                graph: sizeText(status.bytes.graph, i18n.language),
              })}
            </Row>
          )}
        </Section>

        <Section title={t('settings.about')}>
          <Row label={t('settings.version')}>
            <span className="selectable">Acervo {app.version}</span>
          </Row>
          <Row label={t('settings.licence')}>{t('settings.licenceText')}</Row>
          <Row label={t('settings.privacy')}>{t('settings.privacyText')}</Row>
        </Section>
      </div>
    </div>
  );
}

interface ThresholdProps {
  /** Null: the calibrated value. */
  readonly value: number | null;
  /** False where the model says nothing of relevance: then a threshold on it holds nothing back. */
  readonly isCalibrated: boolean;
  readonly onChange: (value: number | null) => void;
}

function Threshold({ value, isCalibrated, onChange }: ThresholdProps) {
  const { t, i18n } = useTranslation();
  const percent = (share: number): string => formatPercent(share, i18n.language);
  const thresholdText = (own: number | null, known: number | null): string => {
    if (!isCalibrated) return t('settings.thresholdNone');
    if (own !== null) return t('settings.thresholdOwn', { percent: percent(own) });
    if (known === null) return t('settings.thresholdIsCalibrated');
    return t('settings.thresholdIsDefault', { percent: percent(known) });
  };
  const calibrated = useRemote(calibratedThreshold) ?? null;
  /** The middle while nothing is known: the words beside it promise no number then. */
  const shown = value ?? calibrated ?? 0.5;
  /** Where the handle is while it is being dragged. */
  const [dragged, setDragged] = useState(shown);
  useEffect(() => setDragged(shown), [shown]);
  return (
    <div className={styles.threshold}>
      <Slider
        className={styles.slider ?? ''}
        aria-label={t('settings.threshold')}
        min={0}
        max={1}
        step={0.01}
        disabled={!isCalibrated}
        value={dragged}
        label={percent}
        thumbLabel={t('settings.threshold')}
        onChange={setDragged}
        onChangeEnd={onChange}
      />
      <span className={styles.thresholdText}>{thresholdText(value, calibrated)}</span>
      <Button
        size="compact-xs"
        className={value === null || !isCalibrated ? styles.hidden : undefined}
        onClick={() => onChange(null)}
      >
        {t('settings.thresholdDefault')}
      </Button>
    </div>
  );
}
