// A thread that lives as long as a model's trial: loading and running it block whoever does it.
import { parentPort } from 'node:worker_threads';
import type { Pooling } from '../../../shared/domain/models.js';
import { serve } from '../../../shared/rpc.js';
import { openModelFolder, verifiedModelFile } from '../embed/model-files.js';
import { portChannel } from '../workers/node-channels.js';
import { type TrialResult, tryModel } from './trial.js';

export type TrialMethods = {
  /** See {@link tryModel}; `folder` has a manifest. The thread ends by itself afterwards: the runtime must not be ended in the middle of a run. */
  try(payload: {
    readonly folder: string;
    readonly pooling: Pooling | null;
    readonly isKnown: boolean;
  }): Promise<TrialResult>;
};

const port = parentPort;
if (port !== null) {
  serve<TrialMethods>(portChannel(port), {
    async try({ folder, pooling, isKnown }) {
      try {
        const model = openModelFolder(folder);
        return await tryModel(model, await verifiedModelFile(model, 'weights'), pooling, isKnown);
      } finally {
        setImmediate(() => port.close());
      }
    },
  });
}
