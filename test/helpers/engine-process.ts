// The app's engine process under plain Node: a port to the test stands in for the one that Electron gives it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { childChannel } from '../../electron/engine/workers/node-channels.js';
import type { EngineEvents, EngineMethods } from '../../shared/engine/engine-methods.js';
import { connect, type RpcClient } from '../../shared/rpc.js';
import { temporaryFolder } from './temporary-folder.js';

export type EngineThread = 'store-worker' | 'search-worker' | 'text-worker';

export interface EngineProcess {
  readonly child: ChildProcess;
  readonly client: RpcClient<EngineMethods, EngineEvents>;
  /** Ends one of its threads, as an exhausted memory or a fault in a native package does. */
  endThread(name: EngineThread): void;
  /** The exit code, once it has ended. */
  readonly exitCode: Promise<number | null>;
}

const root = join(import.meta.dirname, '..', '..');

const standIn = `
import threads from 'node:worker_threads';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
const started = new Map();
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, options);
    started.set(basename(String(file), '.mjs'), this);
  }
};
syncBuiltinESMExports();
if (threads.isMainThread) {
  process.parentPort = {
    postMessage: (message) => process.send(message),
    on: (_, listener) =>
      process.on('message', (data) => {
        if (data.kind === 'end-thread') void started.get(data.name).terminate();
        else listener({ data, ports: [] });
      }),
  };
}
`;

/** Starts the built engine. `appFolder` is the checkout, or a copy made by {@link appWithBrokenModel}. `uid`: as another user, which only root may ask for. */
export function startEngineProcess(appFolder: string = root, uid?: number): EngineProcess {
  const child = fork(join(appFolder, 'dist', 'engine', 'engine.mjs'), {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(standIn)}`],
    serialization: 'advanced',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    client: connect<EngineMethods, EngineEvents>(childChannel(child)),
    endThread: (name) => void child.send({ kind: 'end-thread', name }),
    exitCode: once(child, 'exit').then(([code]) => code as number | null),
  };
}

/** The built engine beside a model whose weights are not those that shipped. */
export function appWithBrokenModel(): string {
  const folder = temporaryFolder();
  const model = join('resources', 'models', 'multilingual-e5-small');
  cpSync(join(root, 'dist', 'engine'), join(folder, 'dist', 'engine'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  // The weights are large and not wanted.
  cpSync(join(root, model), join(folder, model), { recursive: true, filter: (path) => !path.endsWith('.onnx') });
  for (const path of readdirSync(join(root, model), { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.onnx')) writeFileSync(join(folder, model, path), 'no weights');
  }
  return folder;
}
