// What the page can do with the library. Folders come from a drop, a dialog or the sample: never as text from the page.
import { AppError } from '../../../shared/errors.js';
import type { EngineCall } from '../engine-host.js';
import { realRoots } from '../inside-folder.js';
import type { IpcHandlers } from './register.js';

export interface LibraryHandlerParts {
  readonly call: EngineCall;
  /** Empty when the dialog was left without a choice. */
  readonly pickFolders: () => Promise<readonly string[]>;
  readonly sampleLibrary: string;
}

export function libraryHandlers({ call, pickFolders, sampleLibrary }: LibraryHandlerParts) {
  async function add(paths: readonly string[]): Promise<{ readonly added: number }> {
    if (paths.length === 0) return { added: 0 };
    const roots = await realRoots(paths);
    await call('add', { paths: roots });
    return { added: roots.length };
  }

  return {
    'library.add-dropped': ({ paths }) => add(paths),
    'library.pick-folders': async () => add(await pickFolders()),
    async 'library.add-sample'() {
      const roots = await realRoots([sampleLibrary]).catch((cause: unknown) => {
        throw new AppError('not-found', 'The sample library is missing. Install Acervo again.', { cause });
      });
      return add(roots);
    },
    'library.status': () => call('status', null),
    'library.progress': () => call('progress', null),
    'library.problems': () => call('problems', null),
    'library.documents': (query) => call('documents', query),
    'library.check': (request) => call('check', request),
    'library.retry': (request) => call('retry', request),
    'library.unlock': (request) => call('unlock', request),
    'library.recognise': () => call('recognise', null),
    'library.remove-folder': (request) => call('removeFolder', request),
    'library.settle-missing': (request) => call('settleMissing', request),
    'library.pause': () => call('pause', null),
    'library.resume': () => call('resume', null),
  } satisfies Partial<IpcHandlers>;
}
