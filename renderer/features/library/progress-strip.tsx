// What is being read: three counts, one rate, one time; then what is prepared beside it. There only while there is something to do.
import { Button } from '@mantine/core';
import { IconBolt, IconLeaf, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexProgress } from '../../../shared/domain/library.js';
import type { RecognitionProgress } from '../../../shared/domain/recognition.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { appState, settings, useProgress } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { TimeLeftText } from '../../components/time-left-text.js';
import { formatNumber } from '../../format/formats.js';
import { Preparing } from './preparing.js';
import styles from './progress-strip.module.css';

export function ProgressStrip() {
  const { t } = useTranslation();
  const act = useAction();
  const progress = useProgress();
  const isPaused = progress.phase === 'paused';
  const { recognition, building } = progress;
  if (progress.phase === 'idle' && recognition === null && building === null)
    return <ProgressAnnouncer progress={progress} />;
  const isAlone = recognition === null && (building === null || !isPaused);
  const isReading = progress.phase !== 'idle' && (progress.total > 0 || isAlone);
  return (
    <section className={styles.strip} aria-label={t('library.progress')} data-testid="progress">
      <ProgressAnnouncer progress={progress} />
      <div className={styles.main}>
        {isReading && (
          <>
            <Counts progress={progress} />
            {(progress.total > 0 || progress.chunksTotal > 0) && <Bar progress={progress} />}
          </>
        )}
        {building !== null && <Preparing building={building} isWaiting={isReading} isPaused={isPaused} />}
        {recognition !== null && <Recognising recognition={recognition} isWaiting={isReading} isPaused={isPaused} />}
      </div>
      {!isPaused && <PaceButton />}
      <Button
        className={styles.button ?? ''}
        leftSection={isPaused ? <IconPlayerPlay size={15} aria-hidden /> : <IconPlayerPause size={15} aria-hidden />}
        onClick={() => act(() => unwrap(isPaused ? bridge.library.resume() : bridge.library.pause()))}
      >
        {t(isPaused ? 'library.resume' : 'library.pause')}
      </Button>
    </section>
  );
}

/** Why it is slow: the person said so, or the machine runs on its battery. */
function useSlowness(): 'asked' | 'battery' | null {
  const chosen = useRemote(settings);
  const isOnBattery = useRemote(appState)?.isOnBattery ?? false;
  if (chosen?.isSlow === true) return 'asked';
  return chosen?.slowOnBattery === true && isOnBattery ? 'battery' : null;
}

function PaceButton() {
  const { t } = useTranslation();
  const act = useAction();
  const isSlow = useRemote(settings)?.isSlow ?? false;
  return (
    <Button
      className={styles.button ?? ''}
      leftSection={isSlow ? <IconBolt size={15} aria-hidden /> : <IconLeaf size={15} aria-hidden />}
      onClick={() => act(async () => settings.set(await unwrap(bridge.settings.change({ isSlow: !isSlow }))))}
    >
      {t(isSlow ? 'folders.fullSpeed' : 'folders.slowDown')}
    </Button>
  );
}

function Counts({ progress }: { readonly progress: IndexProgress }) {
  const { t, i18n } = useTranslation();
  const { total, done, words, ready, skipped, failed, chunksDone, chunksTotal, phase } = progress;
  if (total === 0 && phase === 'paused') return <div className={styles.counts}>{t('folders.pausedStart')}</div>;
  if (total === 0 && phase === 'scanning') return <div className={styles.counts}>{t('library.progressScanning')}</div>;
  if (total === 0) {
    // Nothing is read: what an earlier run left is made searchable by meaning.
    return (
      <div className={styles.counts}>
        <span>
          <b>{t('library.progressOf', { done: chunksDone, total: chunksTotal })}</b> {t('folders.meaningLeft')}
        </span>
        <PaceText progress={progress} />
      </div>
    );
  }
  const figure = (value: number): string => formatNumber(value, i18n.language);
  return (
    <div className={styles.counts}>
      <span>
        <b>{t('library.progressOf', { done, total })}</b> {t('library.progressRead')}
      </span>
      <span>
        <b>{figure(words)}</b> {t('library.progressWords')}
      </span>
      <span>
        <b>{figure(ready)}</b> {t('library.progressMeaning')}
      </span>
      {skipped + failed > 0 && <span>{t('library.progressProblems', { count: skipped + failed })}</span>}
      <PaceText progress={progress} />
    </div>
  );
}

function PaceText({ progress }: { readonly progress: IndexProgress }) {
  const { t } = useTranslation();
  const slowness = useSlowness();
  const { phase, tokensPerSecond, secondsLeft } = progress;
  return (
    <span className={styles.pace}>
      {phase === 'paused' ? (
        t('common.paused')
      ) : (
        <>
          {slowness !== null && `${t(slowness === 'asked' ? 'folders.slowAsked' : 'folders.slowBattery')} · `}
          {tokensPerSecond > 0 && `${t('library.progressRate', { rate: Math.round(tokensPerSecond) })} · `}
          <TimeLeftText seconds={secondsLeft} />
        </>
      )}
    </span>
  );
}

interface RecognisingProps {
  readonly recognition: RecognitionProgress;
  /** Something else is being read, which comes first. */
  readonly isWaiting: boolean;
  readonly isPaused: boolean;
}

/** Text recognition is told page by page: its pages are slow, and there may be thousands. */
function Recognising({ recognition, isWaiting, isPaused }: RecognisingProps) {
  const { t } = useTranslation();
  const { documents, documentsDone, pages, pagesDone } = recognition;
  return (
    <div className={styles.counts} data-testid="recognising">
      <span>
        <b>{t('library.recognising')}</b>
      </span>
      <span>{t('library.recogniseDocument', { document: documentsDone + 1, documents })}</span>
      <span>
        {pages === 0
          ? t('library.recogniseFirst')
          : t('library.recognisePage', { page: Math.min(pages, pagesDone + 1), pages })}
      </span>
      {(isWaiting || isPaused) && (
        <span className={styles.pace}>{t(isPaused ? 'common.paused' : 'library.recogniseAfter')}</span>
      )}
    </div>
  );
}

/** Three bars in one: read, searchable by words, searchable by meaning. The counts above say the same in words. */
function Bar({ progress }: { readonly progress: IndexProgress }) {
  const { t } = useTranslation();
  const { done, words } = progress;
  // Without anything to read it tells of passages.
  const total = progress.total > 0 ? progress.total : progress.chunksTotal;
  const ready = progress.total > 0 ? progress.ready : progress.chunksDone;
  const width = (count: number): string => `${total === 0 ? 0 : Math.min(100, (count / total) * 100)}%`;
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={t('library.progressMeaning')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={ready}
    >
      <div className={styles.read} style={{ width: width(done) }} />
      <div className={styles.words} style={{ width: width(words) }} />
      <div className={styles.ready} style={{ width: width(ready) }} />
    </div>
  );
}

/** Often enough to know, seldom enough to listen to something else. */
const announceEveryMs = 20_000;

function ProgressAnnouncer({ progress }: { readonly progress: IndexProgress }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const saidAt = useRef(0);
  const wasBusy = useRef(false);
  const { phase, words, ready, total } = progress;
  useEffect(() => {
    if (phase === 'idle') {
      if (wasBusy.current) setText(t('library.announceDone'));
      wasBusy.current = false;
      return;
    }
    wasBusy.current = true;
    const now = performance.now();
    if (total === 0 || (saidAt.current > 0 && now - saidAt.current < announceEveryMs)) return;
    saidAt.current = now;
    setText(t('library.announceProgress', { words, ready, total }));
  }, [phase, words, ready, total, t]);
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
