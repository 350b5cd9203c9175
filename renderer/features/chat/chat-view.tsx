// The chat view: conversations on the left, the one in front with its question box, and the reading pane beside it.
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerModeOf } from '../../../shared/domain/answer-mode.js';
import type { AnswerPassage, ChatScope, ConversationInfo } from '../../../shared/domain/chat.js';
import { documentStates } from '../../../shared/domain/document.js';
import type { TextRange } from '../../../shared/domain/search.js';
import { useRemote } from '../../api/remote-store.js';
import { appState, libraryStatus, settings } from '../../api/stores.js';
import { SplitPane } from '../../components/split-pane.js';
import { ReadingPane } from '../../viewer/reading-pane.js';
import { type ReadingTarget, targetOfPassage } from '../../viewer/reading-target.js';
import { AnswerAnnouncer } from './answer-announcer.js';
import { ChatStart } from './chat-start.js';
import styles from './chat-view.module.css';
import { Composer } from './composer.js';
import { ConversationList } from './conversation-list.js';
import { ModeSwitch } from './mode-switch.js';
import { RemoveConversation } from './remove-conversation.js';
import { ScopeMenu } from './scope-menu.js';
import { Thread } from './thread.js';
import { useChat } from './use-chat.js';
import { useConversations } from './use-conversations.js';

/** Somebody outside wants to ask: `scope` null for nothing but the question box. */
export interface ChatCall {
  /** Grows with each. */
  readonly number: number;
  readonly scope: ChatScope | null;
}

export interface ChatViewProps {
  readonly isShown: boolean;
  readonly call: ChatCall;
  readonly onGoToLibrary: () => void;
}

/** Under these the list of conversations lies over the one in front, when it is asked for: always, and beside a document, which needs a page's width. */
const narrowWindow = '(max-width: 1179px)';
const narrowBesideDocument = '(max-width: 1439px)';

export function ChatView({ isShown, call, onGoToLibrary }: ChatViewProps) {
  const { t } = useTranslation();
  const app = useRemote(appState);
  const status = useRemote(libraryStatus);
  const chosen = useRemote(settings);
  const isModel = chosen !== undefined && !chosen.stayOffline && answerModeOf(chosen) === 'model';
  const isEngineReady = app?.engine.kind === 'ready';
  const list = useConversations(isEngineReady ? app.libraryFolder : null);
  const chat = useChat(list.refresh);
  const { state, asking } = chat;
  const { begin } = chat;
  const isNarrowWindow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
  const isNarrowBesideDocument = useMediaQuery(narrowBesideDocument, false, { getInitialValueInEffect: false });
  const [isListOpen, setListOpen] = useState(false);
  const [removing, setRemoving] = useState<ConversationInfo | null>(null);
  const [target, setTarget] = useState<ReadingTarget | null>(null);
  const isNarrow = isNarrowWindow || (isNarrowBesideDocument && target !== null);
  const field = useRef<HTMLTextAreaElement>(null);
  const pane = useRef<HTMLElement>(null);
  /** Where the person was when they opened a passage. */
  const cameFrom = useRef<HTMLElement | null>(null);
  const turns = state.conversation?.all ?? [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call
  useEffect(() => {
    if (call.number === 0) return;
    if (call.scope !== null) start(call.scope);
    field.current?.focus();
  }, [call.number]);

  // Another library has other conversations.
  const folder = app?.libraryFolder;
  const lastFolder = useRef(folder);
  useEffect(() => {
    if (lastFolder.current !== undefined && lastFolder.current !== folder) {
      begin();
      setTarget(null);
    }
    lastFolder.current = folder;
  }, [folder, begin]);

  function start(scope?: ChatScope): void {
    begin(scope);
    setTarget(null);
    setListOpen(false);
    field.current?.focus();
  }

  const openPassage = useCallback(
    (passage: AnswerPassage, quotes: readonly TextRange[], all: readonly AnswerPassage[]): void => {
      cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setTarget(targetOfPassage(passage, quotes, all));
    },
    [],
  );
  const leavePane = (): void => {
    const from = cameFrom.current;
    if (from?.isConnected === true) from.focus();
    else field.current?.focus();
  };

  const documents = documentStates.reduce((sum, kind) => sum + (status?.documents[kind] ?? 0), 0);
  const isUnderWay = asking !== null && asking.error === null;
  const conversations = (
    <ConversationList
      list={list}
      shownId={state.conversation?.conversationId ?? null}
      onBegin={() => start()}
      onOpen={(conversationId) => {
        chat.open(conversationId);
        setTarget(null);
        setListOpen(false);
      }}
      onRename={chat.rename}
      onExport={chat.exportMarkdown}
      onRemove={setRemoving}
    />
  );
  const main = (
    <section className={styles.main} aria-label={state.conversation?.title ?? t('chat.newConversation')}>
      <header className={styles.header}>
        {isNarrow && (
          <ActionIcon
            aria-label={t('chat.conversations')}
            title={t('chat.conversations')}
            aria-expanded={isListOpen}
            onClick={() => setListOpen((isOpen) => !isOpen)}
          >
            <IconMessages size={18} aria-hidden />
          </ActionIcon>
        )}
        <ScopeMenu scope={state.scope} isDisabled={isUnderWay} onChange={chat.setScope} />
        {isNarrow && (
          <ActionIcon aria-label={t('chat.newConversation')} title={t('chat.newConversation')} onClick={() => start()}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        )}
        <span className={styles.space} />
        <ModeSwitch />
      </header>
      <Thread
        visit={state.visit}
        turns={turns}
        asking={asking}
        isEngineReady={isEngineReady}
        isModel={isModel}
        start={<ChatStart isLibraryEmpty={status !== undefined && documents === 0} onGoToLibrary={onGoToLibrary} />}
        onOpen={openPassage}
        onAsk={chat.ask}
        onDrop={chat.drop}
      />
      {state.conversation?.isUnsaved === true && (
        <p className={styles.unsaved} role="status">
          {t('chat.unsaved')}
        </p>
      )}
      <Composer
        fieldRef={field}
        isUnderWay={isUnderWay}
        isStopping={asking?.isStopping ?? false}
        isFollowUp={turns.length > 0}
        onAsk={chat.ask}
        onStop={chat.stop}
      />
      <AnswerAnnouncer asking={asking} lastTurn={turns.at(-1) ?? null} />
    </section>
  );
  const reading = target !== null && (
    <ReadingPane
      ref={pane}
      target={target}
      isShown={isShown}
      onBack={leavePane}
      onClose={() => {
        setTarget(null);
        leavePane();
      }}
      onChoosePassage={(passage) => setTarget({ ...target, passage })}
    />
  );

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isListOpen) setListOpen(false);
    else if (event.key.toLowerCase() === 'n' && (event.ctrlKey || event.metaKey) && !event.shiftKey) start();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that work everywhere in this view
    <div className={styles.view} onKeyDown={onKeyDown}>
      {!isNarrow && <aside className={styles.list}>{conversations}</aside>}
      {isNarrow && isListOpen && <aside className={styles.drawer}>{conversations}</aside>}
      <SplitPane name="chat" defaultShare={0.47} left={main} right={reading || null} />
      <RemoveConversation
        conversation={removing}
        onCancel={() => setRemoving(null)}
        onConfirm={({ conversationId }) => {
          chat.remove(conversationId);
          setRemoving(null);
        }}
      />
    </div>
  );
}
