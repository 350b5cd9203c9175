// Puts the one bridge object on the page: a method for each purpose. No event object, no channel name and no path crosses.
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import { type AcervoBridge, bridgeName } from '../../shared/ipc/bridge.js';
import type { Channel, ChannelReplies, EventName, EventPayloads, IpcReply } from '../../shared/ipc/contract.js';

type Reply<C extends Channel> = Promise<IpcReply<ChannelReplies[C]>>;

function invoke<C extends Channel>(channel: C, request: unknown): Reply<C> {
  return ipcRenderer.invoke(channel, request);
}

/** A call without a request. */
function ask<C extends Channel>(channel: C): () => Reply<C> {
  return () => invoke(channel, null);
}

/** A call with one; main checks it. */
function send<C extends Channel>(channel: C): (request: unknown) => Reply<C> {
  return (request) => invoke(channel, request);
}

function on<E extends EventName>(name: E): (listener: (payload: EventPayloads[E]) => void) => () => void {
  return (listener) => {
    const handle = (_event: IpcRendererEvent, payload: EventPayloads[E]): void => listener(payload);
    ipcRenderer.on(name, handle);
    return () => {
      ipcRenderer.off(name, handle);
    };
  };
}

/** A `File` that a script made has no path: only what a person dropped is added. */
async function addDropped(files: readonly File[]): Reply<'library.add-dropped'> {
  const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  if (paths.length === 0) return { kind: 'value', value: { added: 0 } };
  return invoke('library.add-dropped', { paths });
}

const bridge: AcervoBridge<File> = {
  app: {
    state: ask('app.state'),
    copyText: send('app.copy-text'),
    retryEngine: ask('app.retry-engine'),
    onStateChanged: on('app.state-changed'),
  },
  settings: {
    get: ask('settings.get'),
    change: send('settings.change'),
    pickLibraryFolder: ask('settings.pick-library-folder'),
    onChanged: on('settings.changed'),
  },
  library: {
    addDropped,
    pickFolders: ask('library.pick-folders'),
    addSample: ask('library.add-sample'),
    status: ask('library.status'),
    progress: ask('library.progress'),
    problems: ask('library.problems'),
    documents: send('library.documents'),
    check: send('library.check'),
    recognise: ask('library.recognise'),
    retry: send('library.retry'),
    unlock: send('library.unlock'),
    answerAdd: send('library.answer-add'),
    setFolder: send('library.set-folder'),
    previewRules: send('library.preview-rules'),
    removeFolder: send('library.remove-folder'),
    settleMissing: send('library.settle-missing'),
    pause: ask('library.pause'),
    resume: ask('library.resume'),
    onProgressChanged: on('library.progress-changed'),
    onChanged: on('library.changed'),
    onAddAsked: on('library.add-asked'),
  },
  carry: {
    exportLibrary: send('carry.export'),
    pickImport: ask('carry.pick-import'),
    pickFolder: send('carry.pick-folder'),
    importLibrary: send('carry.import'),
    stop: ask('carry.stop'),
    onProgressChanged: on('carry.progress-changed'),
  },
  models: {
    state: ask('models.state'),
    pick: ask('models.pick'),
    describe: send('models.describe'),
    remove: send('models.remove'),
    estimate: send('models.estimate'),
    change: send('models.change'),
    cancel: ask('models.cancel'),
  },
  search: { query: send('search.query'), guessFilters: send('search.guess-filters') },
  document: {
    info: send('document.info'),
    text: send('document.text'),
    readAgain: send('document.read-again'),
    marks: send('document.marks'),
    password: send('document.password'),
    openInApp: send('document.open-in-app'),
    showInFolder: send('document.show-in-folder'),
  },
  chat: {
    ask: send('chat.ask'),
    stop: send('chat.stop'),
    conversations: send('chat.conversations'),
    conversation: send('chat.conversation'),
    rename: send('chat.rename'),
    remove: send('chat.remove'),
    exportMarkdown: send('chat.export'),
    log: ask('chat.log'),
    clearLog: ask('chat.clear-log'),
    showLog: ask('chat.show-log'),
    key: ask('chat.key'),
    setKey: send('chat.set-key'),
    onAnswerProgress: on('chat.answer-progress'),
  },
};

contextBridge.exposeInMainWorld(bridgeName, bridge);
