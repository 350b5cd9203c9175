// What the page can do with the library. Folders come from a drop, a dialog or the sample: never as text from the page.
import { type AddQuestion, isMuch } from '../../../shared/domain/estimate.js';
import { AppError } from '../../../shared/errors.js';
import type { EngineCall } from '../engine-host.js';
import { realRoots } from '../inside-folder.js';
import type { IpcHandlers } from './register.js';

export interface LibraryHandlerParts {
  readonly call: EngineCall;
  /** Empty when the dialog was left without a choice. */
  readonly pickFolders: () => Promise<readonly string[]>;
  readonly sampleLibrary: string;
  /** Asks the person before much work is begun. */
  readonly askToAdd: (question: AddQuestion) => void;
  /** Kept, so that the next start finds it as it was left. */
  readonly notePaused: (isPaused: boolean) => void;
}

export function libraryHandlers(parts: LibraryHandlerParts) {
  const { call, pickFolders, sampleLibrary, askToAdd, notePaused } = parts;
  /** What waits for a person's answer. */
  const asked = new Map<number, readonly string[]>();
  let questions = 0;

  async function add(paths: readonly string[]): Promise<{ readonly added: number }> {
    if (paths.length === 0) return { added: 0 };
    const roots = await realRoots(paths);
    const estimate = await call('estimate', { paths: roots });
    if (!isMuch(estimate)) return begin(roots);
    questions += 1;
    asked.set(questions, roots);
    askToAdd({ questionId: questions, places: roots.length, estimate });
    return { added: 0 };
  }

  async function begin(roots: readonly string[]): Promise<{ readonly added: number }> {
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
    async 'library.answer-add'({ questionId, isYes }) {
      const roots = asked.get(questionId) ?? [];
      asked.delete(questionId);
      return isYes && roots.length > 0 ? begin(roots) : { added: 0 };
    },
    'library.set-folder': (request) => call('setFolder', request),
    'library.preview-rules': (request) => call('previewRules', request),
    'library.remove-folder': (request) => call('removeFolder', request),
    'library.settle-missing': (request) => call('settleMissing', request),
    async 'library.pause'() {
      await call('pause', null);
      notePaused(true);
      return null;
    },
    async 'library.resume'() {
      await call('resume', null);
      notePaused(false);
      return null;
    },
  } satisfies Partial<IpcHandlers>;
}
