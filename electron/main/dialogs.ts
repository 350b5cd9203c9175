// The system's dialogs that main shows: folders to add, where the library lies, and a yes for a link that leaves the app.
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { MainWords } from './language.js';

export interface Dialogs {
  /** Empty when it was left without a choice. */
  pickFolders(): Promise<readonly string[]>;
  pickLibraryFolder(): Promise<string | null>;
  confirmLink(address: string): Promise<boolean>;
}

export function createDialogs(window: () => BrowserWindow | null, words: () => MainWords): Dialogs {
  async function pick(options: OpenDialogOptions): Promise<readonly string[]> {
    const parent = window();
    const answer = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options));
    return answer.canceled ? [] : answer.filePaths;
  }

  return {
    pickFolders: () =>
      pick({
        title: words().pickFolders,
        buttonLabel: words().add,
        properties: ['openDirectory', 'multiSelections', 'dontAddToRecent'],
      }),
    async pickLibraryFolder() {
      const [folder] = await pick({
        title: words().pickLibrary,
        buttonLabel: words().choose,
        properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
      });
      return folder ?? null;
    },
    async confirmLink(address) {
      const parent = window();
      if (parent === null) return false;
      const answer = await dialog.showMessageBox(parent, {
        type: 'question',
        message: words().openLink,
        detail: address,
        buttons: [words().cancel, words().open],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return answer.response === 1;
    },
  };
}
