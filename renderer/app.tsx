// The window's page: rail, views, status line, and what belongs to all of them.
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge, unwrap } from './api/client.js';
import { useRemote } from './api/remote-store.js';
import { appState, settings, startStores } from './api/stores.js';
import { useAction } from './api/use-action.js';
import styles from './app.module.css';
import { AddDialog } from './components/add-dialog.js';
import { AskAboutContext } from './components/ask-about.js';
import { BrokenPart } from './components/broken-part.js';
import { DropOverlay } from './components/drop-overlay.js';
import { EngineBanner } from './components/engine-banner.js';
import { ErrorBoundary } from './components/error-boundary.js';
import { say } from './components/messages.js';
import { ProblemNotice } from './components/problem-notice.js';
import { Rail, type ViewName } from './components/rail.js';
import { StatusBar } from './components/status-bar.js';
import { type ChatCall, ChatView } from './features/chat/chat-view.js';
import { LibraryView } from './features/library/library-view.js';
import { SearchView } from './features/search/search-view.js';
import { SettingsView } from './features/settings/settings-view.js';
import { pageNonce } from './page-policy.js';
import { changeUiLanguage } from './strings/i18n.js';
import { theme } from './styles/theme.js';
import { themeManager, useTheme } from './styles/theme-manager.js';
import { useShortcuts } from './use-shortcuts.js';
import { useStartView } from './use-start-view.js';

startStores();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={themeManager}
      getStyleNonce={pageNonce}
    >
      <Window />
    </MantineProvider>
  );
}

/** A view that breaks leaves the others, and the way to them. */
function Guarded({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ErrorBoundary fallback={(tryAgain) => <BrokenPart what={t('common.viewBroke')} onTryAgain={tryAgain} />}>
      {children}
    </ErrorBoundary>
  );
}

function Window() {
  const { t } = useTranslation();
  const act = useAction();
  const app = useRemote(appState);
  const engine = app?.engine;
  const [view, setView] = useStartView();
  /** Grows each time the search box is asked for. */
  const [searchCalls, setSearchCalls] = useState(0);
  const chosen = useRemote(settings);
  useTheme(chosen?.theme ?? null);

  const language = chosen === undefined || chosen.language === 'system' ? app?.systemLanguage : chosen.language;
  useEffect(() => {
    if (language !== undefined) changeUiLanguage(language);
  }, [language]);

  const openSearch = (): void => {
    setView('search');
    setSearchCalls((calls) => calls + 1);
  };
  const [chatCall, setChatCall] = useState<ChatCall>({ number: 0, scope: null });
  const openChat = (scope: ChatCall['scope'] = null): void => {
    setView('chat');
    setChatCall(({ number }) => ({ number: number + 1, scope }));
  };
  const choose = (next: ViewName): void => {
    if (next === 'search') openSearch();
    else if (next === 'chat') openChat();
    else setView(next);
  };
  useShortcuts({ onChoose: choose, onSearch: openSearch, onAsk: () => openChat() });
  const askAbout = (documentId: string): void => openChat({ documentIds: [documentId] });

  const addDropped = (files: readonly File[]): void => {
    setView('library');
    if (files.length === 0) {
      say(t('common.dropNothing'));
      return;
    }
    say(t('common.dropAdding'));
    act(async () => {
      const { added } = await unwrap(bridge.library.addDropped(files));
      if (added > 0) say(t('common.dropAdded', { count: added }));
    });
  };

  return (
    <AskAboutContext value={askAbout}>
      <div className={styles.window}>
        <Rail view={view} isMac={app?.platform === 'darwin'} onChoose={choose} />
        <main className={styles.main}>
          {app !== undefined && engine?.kind === 'failed' && <EngineBanner app={app} error={engine.error} />}
          {engine?.kind === 'ready' && engine.modelError !== null && (
            <ProblemNotice
              what={t('common.modelFailed')}
              error={engine.modelError}
              onTryAgain={() => act(() => unwrap(bridge.app.retryEngine()))}
            />
          )}
          <div className={styles.views}>
            <div className={styles.view} hidden={view !== 'search'}>
              <Guarded>
                <SearchView
                  isShown={view === 'search'}
                  focusCalls={searchCalls}
                  onGoToLibrary={() => setView('library')}
                />
              </Guarded>
            </div>
            <div className={styles.view} hidden={view !== 'chat'}>
              <Guarded>
                <ChatView isShown={view === 'chat'} call={chatCall} onGoToLibrary={() => setView('library')} />
              </Guarded>
            </div>
            <div className={styles.view} hidden={view !== 'library'}>
              <Guarded>
                <LibraryView isShown={view === 'library'} />
              </Guarded>
            </div>
            <div className={styles.view} hidden={view !== 'settings'}>
              <Guarded>
                <SettingsView isShown={view === 'settings'} />
              </Guarded>
            </div>
          </div>
        </main>
        <div className={styles.status}>
          <StatusBar />
        </div>
        <DropOverlay onDrop={addDropped} />
        <AddDialog />
      </div>
    </AskAboutContext>
  );
}
