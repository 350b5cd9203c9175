// The system's dialogs that main shows: folders to add, where the library lies, and a yes for a link that leaves the app.
import { type BrowserWindow, dialog, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import { exportExtension } from './ipc/carry.js';
import { conversationExtension } from './ipc/chat.js';
import type { MainWords } from './language.js';

const exportFilter = { name: 'Acervo', extensions: [exportExtension] };

export interface Dialogs {
  /** Empty when it was left without a choice. */
  pickFolders(): Promise<readonly string[]>;
  pickLibraryFolder(): Promise<string | null>;
  /** Where an export is written to; `name` is offered. */
  chooseExport(name: string): Promise<string | null>;
  pickExport(): Promise<string | null>;
  /** Where a conversation is written to; `name` is offered. */
  chooseConversation(name: string): Promise<string | null>;
  /** Where a folder (or file) of an export lies here. */
  pickPlace(isFile: boolean): Promise<string | null>;
  /** The folder of a model. */
  pickModel(): Promise<string | null>;
  confirmLink(address: string): Promise<boolean>;
}

export function createDialogs(window: () => BrowserWindow | null, words: () => MainWords): Dialogs {
  async function pick(options: OpenDialogOptions): Promise<readonly string[]> {
    const parent = window();
    const answer = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options));
    return answer.canceled ? [] : answer.filePaths;
  }

  async function save(title: string, name: string, filter: FileFilter): Promise<string | null> {
    const parent = window();
    const options: SaveDialogOptions = {
      title,
      buttonLabel: words().export,
      defaultPath: name,
      filters: [filter],
      properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
    };
    const answer = await (parent === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(parent, options));
    return answer.canceled || answer.filePath === '' ? null : answer.filePath;
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
    chooseExport: (name) => save(words().chooseExport, name, exportFilter),
    chooseConversation: (name) =>
      save(words().chooseConversation, name, { name: 'Markdown', extensions: [conversationExtension] }),
    async pickExport() {
      const [file] = await pick({
        title: words().pickExport,
        buttonLabel: words().choose,
        filters: [exportFilter, { name: words().allFiles, extensions: ['*'] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return file ?? null;
    },
    async pickPlace(isFile) {
      const [place] = await pick({
        title: words().pickPlace,
        buttonLabel: words().choose,
        properties: [isFile ? 'openFile' : 'openDirectory', 'dontAddToRecent'],
      });
      return place ?? null;
    },
    async pickModel() {
      const [folder] = await pick({
        title: words().pickModel,
        buttonLabel: words().choose,
        properties: ['openDirectory', 'dontAddToRecent'],
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
