// The line at the window's foot: how the engine is, what is being read, what was just done. Always there, so that
// nothing jumps when it has something to say.
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { documentStates } from '../../shared/domain/document.js';
import { useRemote } from '../api/remote-store.js';
import { appState, libraryStatus, useProgress } from '../api/stores.js';
import { classNames } from './class-names.js';
import { useMessage } from './messages.js';
import styles from './status-bar.module.css';

export function StatusBar() {
  const message = useMessage();
  return (
    <footer className={styles.bar}>
      <EngineWord />
      <span className={styles.message} aria-live="polite">
        {message !== null && (
          <>
            {message.kind === 'done' ? (
              <IconCheck size={14} className={styles.done} aria-hidden />
            ) : (
              <IconAlertTriangle size={14} className={styles.problem} aria-hidden />
            )}
            <span className={styles.messageText} title={message.text}>
              {message.text}
            </span>
          </>
        )}
      </span>
      <LibrarySize />
    </footer>
  );
}

/** The one word or short sentence on the left. */
function EngineWord() {
  const { t } = useTranslation();
  const engine = useRemote(appState)?.engine;
  const { phase, done, total, chunksDone, chunksTotal, recognition, building } = useProgress();
  let kind: 'busy' | 'calm' | 'still' | 'bad' = 'busy';
  let text = t('common.wakingUp');
  if (engine?.kind === 'failed') {
    kind = 'bad';
    text = t('common.engineFailed');
  } else if (engine?.kind === 'ready') {
    if (phase === 'idle' && engine.runError !== null) {
      kind = 'bad';
      text = t('common.runFailed');
    } else if (phase === 'paused') {
      kind = 'still';
      text = t('common.paused');
    } else if (phase === 'scanning') text = t('common.scanning');
    else if (phase === 'indexing' && done >= total && chunksTotal > 0)
      text = t('folders.embedding', { done: chunksDone, total: chunksTotal });
    else if (phase === 'indexing') text = t('common.indexing', { done, total });
    else if (recognition !== null) text = t('common.recognising');
    else if (building !== null) text = t('common.preparing', { name: building.model });
    else if (engine.modelError !== null) {
      kind = 'bad';
      text = t('common.modelFailed');
    } else if (!engine.isModelReady) text = t('common.modelLoading');
    else {
      kind = 'calm';
      text = t('common.ready');
    }
  }
  return (
    <span className={styles.engine} data-engine={engine?.kind ?? 'starting'}>
      <span className={classNames(styles.dot, styles[kind])} aria-hidden />
      {text}
    </span>
  );
}

function LibrarySize() {
  const { t } = useTranslation();
  const status = useRemote(libraryStatus);
  if (status === undefined) return null;
  const documents = documentStates.reduce((sum, state) => sum + status.documents[state], 0);
  return (
    <span className={styles.size}>
      {t('common.librarySize', { count: documents })} · {t('common.passageCount', { count: status.chunks })}
    </span>
  );
}
