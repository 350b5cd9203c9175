// The window's page: rail, views, status line, and what belongs to all of them.
import { MantineProvider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge, unwrap } from './api/client.js';
import { useRemote } from './api/remote-store.js';
import { appState, settings, startStores } from './api/stores.js';
import { useAction } from './api/use-action.js';
import styles from './app.module.css';
import { DropOverlay } from './components/drop-overlay.js';
import { EngineBanner } from './components/engine-banner.js';
import { say } from './components/messages.js';
import { Rail, type ViewName } from './components/rail.js';
import { StatusBar } from './components/status-bar.js';
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

function Window() {
  const { t } = useTranslation();
  const act = useAction();
  const app = useRemote(appState);
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
  const choose = (next: ViewName): void => (next === 'search' ? openSearch() : setView(next));
  useShortcuts({ onChoose: choose, onSearch: openSearch });

  const addDropped = (files: readonly File[]): void => {
    setView('library');
    if (files.length === 0) {
      say(t('common.dropNothing'));
      return;
    }
    say(t('common.dropAdding'));
    act(async () => {
      const { added } = await unwrap(bridge.library.addDropped(files));
      say(t('common.dropAdded', { count: added }));
    });
  };

  return (
    <div className={styles.window}>
      <Rail view={view} isMac={app?.platform === 'darwin'} onChoose={choose} />
      <main className={styles.main}>
        {app?.engine.kind === 'failed' && <EngineBanner app={app} error={app.engine.error} />}
        <div className={styles.view} hidden={view !== 'search'}>
          <SearchView isShown={view === 'search'} focusCalls={searchCalls} onGoToLibrary={() => setView('library')} />
        </div>
        <div className={styles.view} hidden={view !== 'library'}>
          <LibraryView isShown={view === 'library'} />
        </div>
        <div className={styles.view} hidden={view !== 'settings'}>
          <SettingsView />
        </div>
      </main>
      <div className={styles.status}>
        <StatusBar />
      </div>
      <DropOverlay onDrop={addDropped} />
    </div>
  );
}
