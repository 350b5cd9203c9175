// Carrying a library: files and folders are chosen in the system's dialogs and stay here; the page knows them by number.
import { basename } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import type { EngineCall } from '../engine-host.js';
import type { IpcHandlers } from './register.js';

export interface CarryHandlerParts {
  readonly call: EngineCall;
  /** All three give null when the dialog was left without a choice. */
  readonly chooseExport: (name: string) => Promise<string | null>;
  readonly pickExport: () => Promise<string | null>;
  readonly pickPlace: (isFile: boolean) => Promise<string | null>;
}

interface Chosen {
  readonly importId: number;
  readonly file: string;
  readonly folders: readonly { readonly path: string; readonly isFile: boolean }[];
  /** Folder of the export to the place that was chosen for it. */
  readonly places: Map<string, string>;
}

export const exportExtension = 'acervo';

export function carryHandlers({ call, chooseExport, pickExport, pickPlace }: CarryHandlerParts) {
  let chosen: Chosen | null = null;
  let lastId = 0;

  function chosenImport(importId: number): Chosen {
    if (chosen?.importId === importId) return chosen;
    throw new AppError('not-found', 'Choose the file to import again.');
  }

  return {
    async 'carry.export'({ withText }) {
      const file = await chooseExport(`Acervo ${new Date().toISOString().slice(0, 10)}.${exportExtension}`);
      if (file === null) return null;
      return { ...(await call('exportLibrary', { file, withText })), name: basename(file) };
    },
    async 'carry.pick-import'() {
      const file = await pickExport();
      if (file === null) return null;
      const summary = await call('inspectExport', { file });
      lastId += 1;
      chosen = { importId: lastId, file, folders: summary.folders, places: new Map() };
      return { ...summary, importId: lastId, name: basename(file) };
    },
    async 'carry.pick-folder'({ importId, folder: at }) {
      const { folders, places } = chosenImport(importId);
      const folder = folders[at];
      if (folder === undefined) throw new AppError('not-found', 'Choose the file to import again.');
      const path = await pickPlace(folder.isFile);
      if (path === null) return null;
      places.set(folder.path, path);
      return { path };
    },
    async 'carry.import'({ importId }) {
      const { file, places } = chosenImport(importId);
      const report = await call('importLibrary', { file, folders: [...places].map(([from, to]) => ({ from, to })) });
      chosen = null;
      return report;
    },
    'carry.stop': () => call('stopCarrying', null),
  } satisfies Partial<IpcHandlers>;
}
