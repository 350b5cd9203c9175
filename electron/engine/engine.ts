// The engine's process: opens the library that main names, and serves main's calls on it.
import type { EngineEvents, EngineMethods } from '../../shared/engine/engine-methods.js';
import { AppError, toPlainError } from '../../shared/errors.js';
import { type Handlers, serve } from '../../shared/rpc.js';
import { type Library, openLibrary } from './library.js';
import { loadLimits } from './load/load-limits.js';
import { ParserPorts } from './load/parser-ports.js';
import { type ParentPort, parentPortChannel } from './workers/utility-channels.js';

const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort;
if (parentPort === undefined) throw new AppError('wrong-use', 'This file runs inside the app only.');

/** Seen in the log as the exit code of the engine. */
const threadLostExitCode = 70;

let library: Library | null = null;
let isClosing = false;
/** Exports and imports that are going on: they are called off together. */
let carrying = new AbortController();
/** What the page's last search still waits for: nobody reads it any more when another comes. */
let reranking = new AbortController();

function opened(): Library {
  if (library === null) throw new AppError('engine-stopped', 'The library is not open yet.');
  return library;
}

async function closeLibrary(): Promise<void> {
  isClosing = true;
  await library?.close();
  library = null;
  isClosing = false;
}

/** Says what failed, unless somebody stopped it on purpose. */
function tell(event: 'modelFailed' | 'runFailed', error: unknown): void {
  const plain = toPlainError(error);
  if (plain.code !== 'cancelled' && (plain.code !== 'engine-stopped' || !isClosing)) server.emit(event, plain);
}

/** Runs of indexing go on by themselves. One that fails is a problem of its own: the library stays open. */
function inBackground(run: Promise<unknown>): null {
  server.emit('runFailed', null);
  run.catch((error: unknown) => tell('runFailed', error));
  return null;
}

/** A change of the model: questions are answered by meaning when it has taken place, also where the model before it was gone. */
function changing(change: Promise<unknown>): null {
  return inBackground(change.then(() => library?.isModelReady && server.emit('modelReady', null)));
}

/** Nothing works any more without this thread. Main starts the process anew, which opens the library as after a crash. */
function onThreadLost(): void {
  if (!isClosing) process.exit(threadLostExitCode);
}

const handlers: Handlers<EngineMethods> = {
  async open({ folder, recognition, timeLimitSeconds, steering, isPaused }) {
    await closeLibrary();
    const next = await openLibrary({
      folder,
      holder: 'window',
      timeLimitSeconds,
      startParser: parserPorts.start,
      onProgress: (progress) => server.emit('progress', progress),
      onChanged: () => server.emit('changed', null),
      onCarrying: (progress) => server.emit('carryProgress', progress),
      onFollowFailed: (error) => tell('runFailed', error),
      onThreadLost,
    });
    library = next;
    next.modelReady().then(
      () => server.emit('modelReady', null),
      (error: unknown) => tell('modelFailed', error),
    );
    if (steering !== undefined) next.setSteering(steering);
    if (isPaused === true) next.pause();
    // What an earlier run left, what changed on disk meanwhile, and what changes from now on.
    inBackground(next.follow());
    inBackground(next.setRecognition(recognition));
    changing(next.models.resume());
    return null;
  },
  async add({ paths, collection }) {
    await opened().addRoots(paths, collection);
    return inBackground(opened().index({ paths, collection }));
  },
  check: ({ folderId }) => inBackground(opened().check(folderId)),
  retry: ({ folderId }) => inBackground(opened().retry(folderId)),
  async unlock(request, { signal }) {
    const result = await opened().unlock(request, signal);
    if (result.opened > 0) inBackground(opened().check(null));
    return result;
  },
  passwordOf: ({ documentId }, { signal }) => opened().passwordOf(documentId, signal),
  setRecognition: (settings) => inBackground(opened().setRecognition(settings)),
  recognise: () => inBackground(opened().recognise()),
  async setFolder(change) {
    const library = opened();
    const removed = await library.setFolder(change);
    if (change.rules !== undefined) inBackground(library.check(change.folderId));
    return removed;
  },
  previewRules: ({ folderId, rules }, { signal }) => opened().previewRules(folderId, rules, signal),
  estimate: ({ paths }, { signal }) => opened().estimate(paths, signal),
  setSteering(steering) {
    opened().setSteering(steering);
    return null;
  },
  removeFolder: ({ folderId }) => opened().removeFolder(folderId),
  settleMissing: ({ folderId, answer }) => opened().settleMissing(folderId, answer),
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
  search(request, { signal }) {
    reranking.abort();
    reranking = new AbortController();
    const stop = request.rerank === true ? AbortSignal.any([signal as AbortSignal, reranking.signal]) : signal;
    return opened().search(opened().isModelReady ? request : { ...request, mode: 'words' }, stop);
  },
  guessFilters: ({ question }) => opened().guessFilters(question),
  async document({ documentId }) {
    const library = opened();
    const details = await library.document(documentId);
    // One that was removed just now is looked at no more.
    library.lookAt(documentId).catch(() => null);
    return details;
  },
  partBytes: ({ documentId }, { signal }) => opened().partBytes(documentId, signal),
  async readAgain({ documentId, encoding }, { signal }) {
    const library = opened();
    const document = await library.readAgain(documentId, encoding, signal);
    inBackground(library.index({ paths: [document.file], onlyKnown: true }));
    return document;
  },
  setTimeLimit({ seconds }) {
    opened().setTimeLimit(seconds);
    return null;
  },
  text: ({ documentId }) => opened().text(documentId),
  marks: ({ chunkId, ranges }) => opened().marks(chunkId, ranges),
  reset: () => opened().reset(),
  exportLibrary: ({ file, withText }) => opened().exportTo(file, { withText }, carrying.signal),
  inspectExport: ({ file }) => opened().inspectExport(file, carrying.signal),
  async importLibrary({ file, folders }) {
    const report = await opened().importFrom(file, folders, carrying.signal);
    inBackground(opened().check(null));
    return report;
  },
  stopCarrying() {
    carrying.abort();
    carrying = new AbortController();
    return null;
  },
  ask: (request, { signal }) =>
    opened().chat.ask(request, (progress) => server.emit('answerProgress', progress), signal),
  stopAsking({ askId }) {
    opened().chat.stop(askId);
    return null;
  },
  conversations: (query) => opened().chat.conversations(query),
  conversation: ({ conversationId }) => opened().chat.conversation(conversationId),
  renameConversation: ({ conversationId, title }) => opened().chat.rename(conversationId, title),
  async removeConversation({ conversationId }) {
    await opened().chat.remove(conversationId);
    return null;
  },
  conversationMarkdown: async ({ conversationId }) => ({ markdown: await opened().chat.markdown(conversationId) }),
  answerLog: () => opened().chat.log(),
  clearAnswerLog() {
    opened().chat.clearLog();
    return null;
  },
  setChat({ settings, key }) {
    opened().chat.set(settings, key);
    return null;
  },
  models: () => opened().models.state(),
  addModel: ({ folder, hints }, { signal }) => opened().models.add(folder, hints, signal as AbortSignal),
  async removeModel({ name }) {
    await opened().models.remove(name);
    return null;
  },
  estimateGeneration: (change) => opened().models.estimate(change),
  changeGeneration: (change) => changing(opened().models.change(change)),
  async cancelGeneration() {
    await opened().models.cancel();
    return null;
  },
  async close() {
    await closeLibrary();
    return null;
  },
};

const channel = parentPortChannel(parentPort);
const server = serve<EngineMethods, EngineEvents>(channel, handlers);
const parserPorts = new ParserPorts(parentPort, {
  need: (parserId) => server.emit('parserNeeded', { parserId, maxHeapMebibytes: loadLimits.maxHeapMebibytes }),
  kill: (parserId) => server.emit('parserKill', { parserId }),
});
