// Joins the parts of main: settings, engine, window, dialogs and menus, and what the page can ask of them.
import { join } from 'node:path';
import { app, clipboard, ipcMain, Menu, nativeTheme, powerMonitor, safeStorage, shell } from 'electron';
import type { AppState } from '../../shared/domain/app-state.js';
import type { ChatSettings } from '../../shared/domain/chat.js';
import { answerLogName } from '../../shared/domain/library.js';
import type { RecognitionSettings } from '../../shared/domain/recognition.js';
import { chatSettingsOf } from '../../shared/domain/settings.js';
import type { Steering } from '../../shared/domain/steering.js';
import type { EventName, EventPayloads } from '../../shared/ipc/contract.js';
import type { AppPaths } from './app-paths.js';
import type { DocumentSource } from './app-responses.js';
import { createDialogs } from './dialogs.js';
import { createEngineHost } from './engine-host.js';
import { appHandlers } from './ipc/app.js';
import { carryHandlers } from './ipc/carry.js';
import { chatHandlers } from './ipc/chat.js';
import { documentHandlers, documentSource } from './ipc/document.js';
import { libraryHandlers } from './ipc/library.js';
import { modelHandlers } from './ipc/models.js';
import { registerIpc } from './ipc/register.js';
import { searchHandlers } from './ipc/search.js';
import { settingsHandlers } from './ipc/settings.js';
import { chosenLanguage, languageOfLocale, type MainWords, mainWords } from './language.js';
import type { Log } from './log.js';
import { menuTemplate } from './menu.js';
import { watchPower } from './power.js';
import { createSecrets } from './secrets.js';
import { createSettingsStore } from './settings-store.js';
import { createMainWindow } from './window.js';

export interface AppServices {
  readonly openWindow: () => void;
  readonly startEngine: () => void;
  readonly stop: () => Promise<void>;
  readonly confirmLink: (address: string) => Promise<boolean>;
  /** A document of the library, for the scheme. */
  readonly documentSource: (documentId: string) => Promise<DocumentSource>;
}

/** Electron must be ready. */
export function createAppServices(paths: AppPaths, log: Log): AppServices {
  const settings = createSettingsStore(paths.settingsFile, () => log.write('settings-broken'));
  const locale = app.getLocale();
  const words = (): MainWords => mainWords[chosenLanguage(settings.get(), locale)];
  const libraryFolder = (): string => settings.get().libraryFolder ?? paths.defaultLibrary;

  const window = createMainWindow({ preload: paths.preload, icon: paths.icon, placeFile: paths.windowFile, log });
  const dialogs = createDialogs(window.current, words);
  const send = <E extends EventName>(name: E, payload: EventPayloads[E]): void => window.send(name, payload);

  const recognition = (): RecognitionSettings => ({
    mode: settings.get().recognition,
    language: chosenLanguage(settings.get(), locale),
  });
  const power = watchPower(powerMonitor, () => {
    steer();
    send('app.state-changed', state());
  });
  const steering = (): Steering => {
    const { isSlow, slowOnBattery, threads } = settings.get();
    return { isSlow: isSlow || (slowOnBattery && power.isOnBattery()), threads };
  };
  const secrets = createSecrets({
    file: paths.keyFile,
    safeStorage,
    isLinux: process.platform === 'linux',
    onUnreadable: () => log.write('key-unreadable'),
  });
  const chat = (): { readonly settings: ChatSettings; readonly key: string | null } => ({
    settings: chatSettingsOf(settings.get()),
    key: secrets.key(),
  });
  const engine = createEngineHost({
    engineEntry: paths.engine,
    parserEntry: paths.parser,
    stdio: app.isPackaged ? 'ignore' : 'inherit',
    log,
    recognition,
    timeLimitSeconds: () => settings.get().timeLimitSeconds,
    steering,
    isPaused: () => settings.get().isPaused,
    chat,
    onState: () => send('app.state-changed', state()),
    onProgress: (progress) => send('library.progress-changed', progress),
    onChanged: () => send('library.changed', null),
    onAnswerProgress: (progress) => send('chat.answer-progress', progress),
    onCarryProgress: (progress) => send('carry.progress-changed', progress),
  });
  const state = (): AppState => ({
    version: app.getVersion(),
    platform: process.platform,
    engine: engine.state(),
    libraryFolder: libraryFolder(),
    systemLanguage: languageOfLocale(locale),
    isOnBattery: power.isOnBattery(),
  });
  /** An engine that does not run is told when it starts. */
  function steer(): void {
    engine.call('setSteering', steering()).catch(() => undefined);
  }

  function tellChat(): void {
    engine.call('setChat', chat()).catch(() => undefined);
  }

  async function restartEngine(): Promise<void> {
    await engine.stop();
    engine.start(libraryFolder());
  }

  async function moveLibraryTo(folder: string): Promise<void> {
    try {
      await engine.reopen(folder);
    } catch (error) {
      await restartEngine();
      throw error;
    }
  }

  const library = libraryHandlers({
    call: engine.call,
    pickFolders: dialogs.pickFolders,
    sampleLibrary: paths.sampleLibrary,
    askToAdd: (question) => send('library.add-asked', question),
    notePaused: (isPaused) => void settings.change({ isPaused }),
  });
  registerIpc({
    ipcMain,
    log,
    ownContents: () => window.current()?.webContents ?? null,
    handlers: {
      ...appHandlers({ state, writeClipboard: (text) => clipboard.writeText(text), retryEngine: restartEngine }),
      ...settingsHandlers({ settings, pickFolder: dialogs.pickLibraryFolder, moveLibraryTo }),
      ...library,
      ...carryHandlers({
        call: engine.call,
        chooseExport: dialogs.chooseExport,
        pickExport: dialogs.pickExport,
        pickPlace: dialogs.pickPlace,
      }),
      ...modelHandlers({ call: engine.call, pickFolder: dialogs.pickModel }),
      ...searchHandlers(engine.call),
      ...documentHandlers({
        call: engine.call,
        openPath: (path) => shell.openPath(path),
        showInFolder: (path) => shell.showItemInFolder(path),
      }),
      ...chatHandlers({
        call: engine.call,
        settings: settings.get,
        language: () => chosenLanguage(settings.get(), locale),
        secrets,
        onKeyChanged: tellChat,
        showLog: () => shell.showItemInFolder(join(libraryFolder(), answerLogName)),
        chooseFile: dialogs.chooseConversation,
      }),
    },
  });

  function applyAppearance(): void {
    nativeTheme.themeSource = settings.get().theme;
    const actions = {
      addFolders: () =>
        void library['library.pick-folders']().catch((error: unknown) => log.writeError('call-failed', error)),
    };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(words(), process.platform === 'darwin', actions)));
  }
  applyAppearance();
  let setRecognition = recognition();
  settings.onChanged((changed, before) => {
    applyAppearance();
    if (changed.timeLimitSeconds !== before.timeLimitSeconds) {
      // An engine that does not run is told when it starts.
      engine.call('setTimeLimit', { seconds: changed.timeLimitSeconds }).catch(() => undefined);
    }
    const isSteered = (['isSlow', 'slowOnBattery', 'threads'] as const).some((name) => changed[name] !== before[name]);
    if (isSteered) steer();
    if (JSON.stringify(chatSettingsOf(changed)) !== JSON.stringify(chatSettingsOf(before))) tellChat();
    const wanted = recognition();
    if (wanted.mode !== setRecognition.mode || wanted.language !== setRecognition.language) {
      setRecognition = wanted;
      engine.call('setRecognition', wanted).catch(() => undefined);
    }
    send('settings.changed', changed);
    send('app.state-changed', state());
  });

  return {
    openWindow: window.open,
    startEngine: () => engine.start(libraryFolder()),
    stop: engine.stop,
    confirmLink: dialogs.confirmLink,
    documentSource: (documentId) => documentSource(engine.call, documentId),
  };
}
