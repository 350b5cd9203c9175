// Everything that the page knows of the app, the settings and the library, each in one place.
import type { AppState } from '../../shared/domain/app-state.js';
import type { CarryProgress } from '../../shared/domain/carry.js';
import type { ChatKeyState } from '../../shared/domain/chat.js';
import { type IndexProgress, idleProgress, type LibraryStatus } from '../../shared/domain/library.js';
import type { Settings } from '../../shared/domain/settings.js';
import type { ProblemGroup } from '../../shared/engine/engine-methods.js';
import { bridge, unwrap } from './client.js';
import { createRemoteStore, type RemoteStore, useRemote } from './remote-store.js';

export const appState: RemoteStore<AppState> = createRemoteStore(() => unwrap(bridge.app.state()));
export const settings: RemoteStore<Settings> = createRemoteStore(() => unwrap(bridge.settings.get()));
export const chatKey: RemoteStore<ChatKeyState> = createRemoteStore(() => unwrap(bridge.chat.key()));
const progress: RemoteStore<IndexProgress> = createRemoteStore(() => unwrap(bridge.library.progress()));
export const libraryStatus: RemoteStore<LibraryStatus> = createRemoteStore(() => unwrap(bridge.library.status()));
/** What is exported or imported, however often the view of it was left meanwhile. */
export const carryProgress: RemoteStore<CarryProgress | null> = createRemoteStore(
  async () => carryProgress.get() ?? null,
);
export const problems: RemoteStore<readonly ProblemGroup[]> = createRemoteStore(() =>
  unwrap(bridge.library.problems()),
);
/** Grows with each change of the library: lists that load in parts look at it to load again. */
export const libraryRevision: RemoteStore<number> = createRemoteStore(async () => (libraryRevision.get() ?? 0) + 1);

/** The threshold that the engine uses when the person has set none; told by its answers, remembered between starts. */
export const calibratedThreshold: RemoteStore<number | null> = createRemoteStore(async () => rememberedThreshold());

const thresholdKey = 'acervo.calibrated-threshold';

/** Null: no answer has told it yet. */
function rememberedThreshold(): number | null {
  const kept = Number(localStorage.getItem(thresholdKey));
  return kept > 0 && kept < 1 ? kept : null;
}

export function rememberCalibratedThreshold(value: number): void {
  if (value === calibratedThreshold.get()) return;
  localStorage.setItem(thresholdKey, String(value));
  calibratedThreshold.set(value);
}

function refreshLibrary(): void {
  libraryStatus.refresh();
  problems.refresh();
  libraryRevision.refresh();
}

/** Loads everything once and follows what changes. Call it once, before the first render. */
export function startStores(): void {
  bridge.app.onStateChanged((state) => {
    const before = appState.get()?.engine.kind;
    appState.set(state);
    // A library that has just opened (or another one) has other folders, documents and problems.
    if (state.engine.kind === 'ready' && before !== 'ready') refreshAll();
  });
  bridge.settings.onChanged(settings.set);
  bridge.library.onProgressChanged(progress.set);
  bridge.library.onChanged(refreshLibrary);
  bridge.carry.onProgressChanged(carryProgress.set);
  appState.refresh();
  settings.refresh();
  chatKey.refresh();
  calibratedThreshold.refresh();
  refreshAll();
}

/** Asks for everything about the library anew. */
export function refreshAll(): void {
  progress.refresh();
  refreshLibrary();
}

export function useProgress(): IndexProgress {
  return useRemote(progress) ?? idleProgress;
}

/** True once questions can be answered. */
export function useIsEngineReady(): boolean {
  return useRemote(appState)?.engine.kind === 'ready';
}

/** True once questions can be answered by meaning. */
export function useIsModelReady(): boolean {
  const engine = useRemote(appState)?.engine;
  return engine?.kind === 'ready' && engine.isModelReady;
}
