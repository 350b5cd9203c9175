// The key for the host that writes answers. It is kept locked by the system's keychain; where there is none, it is held
// until Acervo is closed and never written. It leaves main only towards the engine's memory.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SafeStorage } from 'electron';
import type { ChatKeyState } from '../../shared/domain/chat.js';

export interface Secrets {
  /** Null where there is none, or where the keychain no longer opens it. */
  key(): string | null;
  /** Null forgets it. Throws when it can't be written; then it is as before. */
  setKey(key: string | null): void;
  state(): ChatKeyState;
}

export interface SecretsParts {
  readonly file: string;
  readonly safeStorage: Pick<
    SafeStorage,
    'isEncryptionAvailable' | 'encryptString' | 'decryptString' | 'getSelectedStorageBackend'
  >;
  readonly isLinux: boolean;
  readonly onUnreadable: () => void;
}

/** Electron must be ready. The keychain is not asked before a key is wanted: on some systems it asks the person. */
export function createSecrets({ file, safeStorage, isLinux, onUnreadable }: SecretsParts): Secrets {
  let known: { readonly key: string | null; readonly kind: ChatKeyState['kind'] } | null = null;

  /** On Linux there may be a store without a keychain, whose lock is the same on every machine: that is none. */
  function canKeep(): boolean {
    if (!safeStorage.isEncryptionAvailable()) return false;
    return !isLinux || safeStorage.getSelectedStorageBackend() !== 'basic_text';
  }

  function load(): { readonly key: string | null; readonly kind: ChatKeyState['kind'] } {
    if (!existsSync(file)) return { key: null, kind: 'none' };
    try {
      if (canKeep()) return { key: safeStorage.decryptString(readFileSync(file)), kind: 'kept' };
    } catch {
      // Locked for another user or machine, or damaged: the person is told, and can enter it again.
    }
    if (known === null) onUnreadable();
    return { key: null, kind: 'unreadable' };
  }

  function now(): { readonly key: string | null; readonly kind: ChatKeyState['kind'] } {
    // A keychain that was locked may have been opened meanwhile.
    if (known === null || known.kind === 'unreadable') known = load();
    return known;
  }

  return {
    key: () => now().key,
    setKey(key) {
      if (key === null) {
        rmSync(file, { force: true });
        known = { key, kind: 'none' };
      } else if (canKeep()) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(`${file}.tmp`, safeStorage.encryptString(key), { mode: 0o600, flush: true });
        renameSync(`${file}.tmp`, file);
        known = { key, kind: 'kept' };
      } else {
        // An older one that can't be opened would come back at the next start.
        rmSync(file, { force: true });
        known = { key, kind: 'session' };
      }
    },
    state: () => ({ kind: now().kind, canKeep: canKeep() }),
  };
}
