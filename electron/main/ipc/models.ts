// Models and passages: the engine does the work; the folder of a new model is chosen in the system's dialog and stays here.
import { basename } from 'node:path';
import type { AddedModel } from '../../../shared/domain/models.js';
import type { ModelHints } from '../../../shared/domain/models-schema.js';
import { AppError, toPlainError } from '../../../shared/errors.js';
import type { EngineCall } from '../engine-host.js';
import type { IpcHandlers } from './register.js';

export interface ModelHandlerParts {
  readonly call: EngineCall;
  /** Null when the dialog was left without a choice. */
  readonly pickFolder: () => Promise<string | null>;
}

export function modelHandlers({ call, pickFolder }: ModelHandlerParts) {
  let picked: { readonly pickId: number; readonly folder: string } | null = null;

  /** What the folder does not say the person is asked; everything else that is wrong with it is an error. */
  async function add(folder: string, hints: ModelHints, pickId: number): Promise<AddedModel> {
    try {
      return { kind: 'added', model: await call('addModel', { folder, hints }) };
    } catch (error) {
      if (toPlainError(error).code !== 'model-unclear' || hints.pooling !== undefined) throw error;
      return { kind: 'unclear', pickId, name: basename(folder) };
    }
  }

  return {
    'models.state': () => call('models', null),
    async 'models.pick'() {
      const folder = await pickFolder();
      if (folder === null) return null;
      picked = { pickId: (picked?.pickId ?? 0) + 1, folder };
      return add(folder, {}, picked.pickId);
    },
    async 'models.describe'({ pickId, ...hints }) {
      if (picked?.pickId !== pickId) throw new AppError('not-found', 'Choose the folder of the model again.');
      return add(picked.folder, hints, pickId);
    },
    'models.remove': (request) => call('removeModel', request),
    'models.estimate': (request) => call('estimateGeneration', request),
    'models.change': (request) => call('changeGeneration', request),
    'models.cancel': () => call('cancelGeneration', null),
  } satisfies Partial<IpcHandlers>;
}
