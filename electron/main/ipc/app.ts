// The app's own state, the clipboard, and another try for an engine that failed.
import type { AppState } from '../../../shared/domain/app-state.js';
import type { IpcHandlers } from './register.js';

export interface AppHandlerParts {
  readonly state: () => AppState;
  readonly writeClipboard: (text: string) => void;
  readonly retryEngine: () => Promise<void>;
}

export function appHandlers({ state, writeClipboard, retryEngine }: AppHandlerParts) {
  return {
    'app.state': async () => state(),
    async 'app.copy-text'({ text }) {
      writeClipboard(text);
      return null;
    },
    async 'app.retry-engine'() {
      await retryEngine();
      return null;
    },
  } satisfies Partial<IpcHandlers>;
}
