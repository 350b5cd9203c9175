// The engine's process: opens the library that main names, and serves main's calls on it.
import type { EngineEvents, EngineMethods } from '../../shared/engine/engine-methods.js';
import { AppError, toPlainError } from '../../shared/errors.js';
import { type Handlers, serve } from '../../shared/rpc.js';
import { type Library, openLibrary } from './library.js';
import { ParserPorts } from './load/parser-ports.js';
import { type ParentPort, parentPortChannel } from './workers/utility-channels.js';

const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort;
if (parentPort === undefined) throw new AppError('wrong-use', 'This file runs inside the app only.');

let library: Library | null = null;

function opened(): Library {
  if (library === null) throw new AppError('engine-stopped', 'The library is not open yet.');
  return library;
}

/** Runs of indexing go on by themselves; what a person needs to know of their end is in the documents' states. */
function inBackground(work: Promise<unknown>): null {
  work.catch((error: unknown) => {
    const plain = toPlainError(error);
    if (plain.code !== 'cancelled' && plain.code !== 'engine-stopped') server.emit('failed', plain);
  });
  return null;
}

const handlers: Handlers<EngineMethods> = {
  async open({ folder }) {
    await library?.close();
    library = null;
    const next = await openLibrary({
      folder,
      holder: 'window',
      startParser: parserPorts.start,
      onProgress: (progress) => server.emit('progress', progress),
      onChanged: () => server.emit('changed', null),
    });
    library = next;
    inBackground(next.modelReady().then(() => server.emit('modelReady', null)));
    // What an earlier run left, and what changed on disk meanwhile.
    inBackground(next.check(null));
    return null;
  },
  async add({ paths, collection }) {
    await opened().addRoots(paths, collection);
    return inBackground(opened().index({ paths, collection }));
  },
  check: ({ folderId }) => inBackground(opened().check(folderId)),
  retry: ({ folderId }) => inBackground(opened().retry(folderId)),
  removeFolder: ({ folderId }) => opened().removeFolder(folderId),
  pause() {
    opened().pause();
    return null;
  },
  resume() {
    opened().resume();
    return null;
  },
  progress: () => opened().progress(),
  status: () => opened().status(),
  documents: (query) => opened().documents(query),
  problems: () => opened().problemGroups(),
  // While the model is still loading, words answer at once instead of nobody answering for seconds.
  search: (request, { signal }) =>
    opened().search(opened().isModelReady ? request : { ...request, mode: 'words' }, signal),
  document: ({ documentId }) => opened().document(documentId),
  text: ({ documentId }) => opened().text(documentId),
  marks: ({ chunkId, ranges }) => opened().marks(chunkId, ranges),
  reset: () => opened().reset(),
  async close() {
    await library?.close();
    library = null;
    return null;
  },
};

const channel = parentPortChannel(parentPort);
const server = serve<EngineMethods, EngineEvents>(channel, handlers);
const parserPorts = new ParserPorts(parentPort, {
  need: (parserId) => server.emit('parserNeeded', { parserId }),
  kill: (parserId) => server.emit('parserKill', { parserId }),
});
