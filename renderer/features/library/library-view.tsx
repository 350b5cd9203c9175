// The library: folders and documents with honest states, what is being read, what could not be.
import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentInfo } from '../../../shared/domain/document.js';
import type { FolderInfo, MissingAnswer } from '../../../shared/domain/library.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { appState, libraryStatus, refreshAll } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { say } from '../../components/messages.js';
import { ProblemNotice } from '../../components/problem-notice.js';
import { SplitPane } from '../../components/split-pane.js';
import { ReadingPane } from '../../viewer/reading-pane.js';
import { targetOfDocument } from '../../viewer/reading-target.js';
import { EmptyLibrary } from './empty-library.js';
import { FolderDialog } from './folder-dialog.js';
import { noLibraryFilter } from './library-filter.js';
import { LibraryList } from './library-list.js';
import { LibraryToolbar } from './library-toolbar.js';
import styles from './library-view.module.css';
import { MissingNotice } from './missing-notice.js';
import { ProblemsPanel } from './problems-panel.js';
import { ProgressStrip } from './progress-strip.js';
import { RemoveDialog } from './remove-dialog.js';
import { UnlockDialog } from './unlock-dialog.js';
import { useExpanded } from './use-expanded.js';

/** Under this the reading pane lies over the list, since the list needs its columns. */
const narrowWindow = '(max-width: 1179px)';

export function LibraryView({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation();
  const act = useAction();
  const status = useRemote(libraryStatus);
  const engine = useRemote(appState)?.engine;
  const isNarrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
  const [filter, setFilter] = useState(noLibraryFilter);
  const [opened, setOpened] = useState<DocumentInfo | null>(null);
  const [asReadCalls, setAsReadCalls] = useState(0);
  const [removing, setRemoving] = useState<FolderInfo | null>(null);
  const [setting, setSetting] = useState<FolderInfo | null>(null);
  const [isUnlocking, setUnlocking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const folders = status?.folders;
  const { expanded, toggle } = useExpanded(folders);

  const added = (count: number): void => {
    if (count > 0) say(t('common.dropAdded', { count }));
  };
  const addFolder = (): void => act(async () => added((await unwrap(bridge.library.pickFolders())).added));
  const addSample = (): void => act(async () => added((await unwrap(bridge.library.addSample())).added));
  const check = (folderId: number | null): void =>
    act(async () => {
      await unwrap(bridge.library.check({ folderId }));
      say(t('library.checking'));
    });
  const retry = (folderId: number | null): void =>
    act(async () => {
      await unwrap(bridge.library.retry({ folderId }));
      say(t('library.retrying'));
    });
  const readAgain = ({ documentId }: DocumentInfo): void =>
    act(async () => {
      say(t('library.retrying'));
      await unwrap(bridge.document.readAgain({ documentId }));
    });
  const showAsRead = (document: DocumentInfo): void => {
    setOpened(document);
    setAsReadCalls((calls) => calls + 1);
  };
  const remove = (folder: FolderInfo): void => {
    setRemoving(null);
    if (opened?.folderId === folder.folderId) setOpened(null);
    act(async () => {
      const { documents } = await unwrap(bridge.library.removeFolder({ folderId: folder.folderId }));
      say(t('library.removed', { count: documents }));
      refreshAll();
    });
  };

  const settleMissing = (folder: FolderInfo, answer: MissingAnswer): void =>
    act(async () => {
      const { documents } = await unwrap(bridge.library.settleMissing({ folderId: folder.folderId, answer }));
      say(t(answer === 'keep' ? 'library.missingKept' : 'library.removed', { count: documents }));
      refreshAll();
    });

  const runNotice = engine?.kind === 'ready' && engine.runError !== null && (
    <ProblemNotice what={t('common.runFailed')} error={engine.runError} onTryAgain={() => check(null)} />
  );
  if (folders === undefined) {
    return <div className={styles.loading}>{t(engine?.kind === 'failed' ? 'library.notOpen' : 'library.loading')}</div>;
  }
  if (folders.length === 0) {
    return (
      <>
        {runNotice}
        <EmptyLibrary onAddFolder={addFolder} onAddSample={addSample} />
        <ProgressStrip />
      </>
    );
  }

  const close = (): void => {
    setOpened(null);
    // The keys go on in the list, at the row that was opened.
    list.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
  };
  const pane = opened !== null && (
    <ReadingPane
      target={targetOfDocument(opened)}
      isShown={isShown}
      onBack={close}
      onClose={close}
      onChoosePassage={() => undefined}
      asReadCalls={asReadCalls}
    />
  );
  const main = (
    <>
      {runNotice}
      {folders
        .filter(({ missingAsked }) => missingAsked > 0)
        .map((folder) => (
          <MissingNotice key={folder.folderId} folder={folder} onAnswer={(answer) => settleMissing(folder, answer)} />
        ))}
      <LibraryToolbar
        // A reason that is chosen below replaces what was being typed here.
        key={filter.reason ?? 'any'}
        filter={filter}
        onFilter={setFilter}
        onCheckAll={() => check(null)}
        onAddFolder={addFolder}
      />
      <div className={styles.below}>
        <LibraryList
          folders={folders}
          expanded={expanded}
          filter={filter}
          openedDocumentId={opened?.documentId ?? null}
          onToggle={toggle}
          onOpen={setOpened}
          onAsRead={showAsRead}
          onReadAgain={readAgain}
          onCheck={check}
          onRetry={retry}
          onSettings={setSetting}
          onRemove={setRemoving}
          onForgetMissing={(folder) => settleMissing(folder, 'remove')}
        />
        <ProblemsPanel
          onRetryAll={() => retry(null)}
          onUnlock={() => setUnlocking(true)}
          onRecognise={() => act(() => unwrap(bridge.library.recognise()))}
          onShow={(reason) => setFilter({ ...noLibraryFilter, reason })}
        />
        <ProgressStrip />
        {isNarrow && pane && <aside className={styles.drawer}>{pane}</aside>}
      </div>
    </>
  );
  return (
    <div ref={list} className={styles.view}>
      <SplitPane name="library" defaultShare={0.58} left={main} right={isNarrow ? null : pane || null} />
      <UnlockDialog isOpen={isUnlocking} onClose={() => setUnlocking(false)} />
      <FolderDialog
        folder={setting}
        collections={folders.map(({ collection }) => collection)}
        onClose={() => setSetting(null)}
      />
      <RemoveDialog folder={removing} onConfirm={remove} onCancel={() => setRemoving(null)} />
    </div>
  );
}
