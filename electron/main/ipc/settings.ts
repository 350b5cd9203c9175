// Reading and changing the settings; where the library lies is chosen in a dialog of the system.
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { libraryFileName } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import type { SettingsStore } from '../settings-store.js';
import type { IpcHandlers } from './register.js';

export interface SettingsHandlerParts {
  readonly settings: SettingsStore;
  /** Null when the dialog was left without a choice. */
  readonly pickFolder: () => Promise<string | null>;
  /** Opens the library there; rejects when that can't be, and then the library of before is open again. */
  readonly moveLibraryTo: (folder: string) => Promise<void>;
}

export function settingsHandlers({ settings, pickFolder, moveLibraryTo }: SettingsHandlerParts) {
  return {
    'settings.get': async () => settings.get(),
    'settings.change': async (change) => settings.change(withoutUndefined(change)),
    async 'settings.pick-library-folder'() {
      const picked = await pickFolder();
      if (picked === null) return null;
      const folder = libraryFolderIn(picked);
      await moveLibraryTo(folder);
      return settings.change({ libraryFolder: folder });
    },
  } satisfies Partial<IpcHandlers>;
}

/**
 * Where in a chosen folder the library lies: a folder with other things in it gives it one of its own. Throws
 * `read-only` where nothing can be written.
 */
export function libraryFolderIn(picked: string): string {
  try {
    const isLibrary = existsSync(join(picked, libraryFileName));
    // One that can't be written is open for searching only.
    if (isLibrary) return picked;
    const isOwn = readdirSync(picked).length === 0 || basename(picked) === 'Acervo';
    const folder = isOwn ? picked : join(picked, 'Acervo');
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (cause) {
    throw new AppError('read-only', 'Acervo cannot write to this folder. Choose another one.', { cause });
  }
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never;
}
