// The one object that the preload puts on the page's window: one method per purpose, no event objects, no paths.
import type { Channel, ChannelReplies, ChannelRequest, EventName, EventPayloads, IpcReply } from './contract.js';

/** Calls without a request take no argument; a dropped `File` is turned into its path by the preload. */
type Call<C extends Channel> =
  ChannelRequest<C> extends null
    ? () => Promise<IpcReply<ChannelReplies[C]>>
    : (request: ChannelRequest<C>) => Promise<IpcReply<ChannelReplies[C]>>;

type Unsubscribe = () => void;
type Subscribe<E extends EventName> = (listener: (payload: EventPayloads[E]) => void) => Unsubscribe;

/** `F` is the page's `File`: shared code has no DOM. */
export interface AcervoBridge<F = unknown> {
  readonly app: {
    readonly state: Call<'app.state'>;
    readonly copyText: Call<'app.copy-text'>;
    readonly retryEngine: Call<'app.retry-engine'>;
    readonly onStateChanged: Subscribe<'app.state-changed'>;
  };
  readonly settings: {
    readonly get: Call<'settings.get'>;
    readonly change: Call<'settings.change'>;
    readonly pickLibraryFolder: Call<'settings.pick-library-folder'>;
    readonly onChanged: Subscribe<'settings.changed'>;
  };
  readonly library: {
    readonly addDropped: (files: readonly F[]) => Promise<IpcReply<ChannelReplies['library.add-dropped']>>;
    readonly pickFolders: Call<'library.pick-folders'>;
    readonly addSample: Call<'library.add-sample'>;
    readonly status: Call<'library.status'>;
    readonly progress: Call<'library.progress'>;
    readonly problems: Call<'library.problems'>;
    readonly documents: Call<'library.documents'>;
    readonly check: Call<'library.check'>;
    readonly retry: Call<'library.retry'>;
    readonly unlock: Call<'library.unlock'>;
    readonly recognise: Call<'library.recognise'>;
    readonly answerAdd: Call<'library.answer-add'>;
    readonly setFolder: Call<'library.set-folder'>;
    readonly previewRules: Call<'library.preview-rules'>;
    readonly removeFolder: Call<'library.remove-folder'>;
    readonly settleMissing: Call<'library.settle-missing'>;
    readonly pause: Call<'library.pause'>;
    readonly resume: Call<'library.resume'>;
    readonly onProgressChanged: Subscribe<'library.progress-changed'>;
    readonly onChanged: Subscribe<'library.changed'>;
    readonly onAddAsked: Subscribe<'library.add-asked'>;
  };
  readonly carry: {
    readonly exportLibrary: Call<'carry.export'>;
    readonly pickImport: Call<'carry.pick-import'>;
    readonly pickFolder: Call<'carry.pick-folder'>;
    readonly importLibrary: Call<'carry.import'>;
    readonly stop: Call<'carry.stop'>;
    readonly onProgressChanged: Subscribe<'carry.progress-changed'>;
  };
  readonly models: {
    readonly state: Call<'models.state'>;
    readonly pick: Call<'models.pick'>;
    readonly describe: Call<'models.describe'>;
    readonly remove: Call<'models.remove'>;
    readonly estimate: Call<'models.estimate'>;
    readonly change: Call<'models.change'>;
    readonly cancel: Call<'models.cancel'>;
  };
  readonly search: { readonly query: Call<'search.query'>; readonly guessFilters: Call<'search.guess-filters'> };
  readonly document: {
    readonly info: Call<'document.info'>;
    readonly text: Call<'document.text'>;
    readonly readAgain: Call<'document.read-again'>;
    readonly marks: Call<'document.marks'>;
    readonly password: Call<'document.password'>;
    readonly openInApp: Call<'document.open-in-app'>;
    readonly showInFolder: Call<'document.show-in-folder'>;
  };
  readonly chat: {
    readonly ask: Call<'chat.ask'>;
    readonly stop: Call<'chat.stop'>;
    readonly conversations: Call<'chat.conversations'>;
    readonly conversation: Call<'chat.conversation'>;
    readonly rename: Call<'chat.rename'>;
    readonly remove: Call<'chat.remove'>;
    readonly exportMarkdown: Call<'chat.export'>;
    readonly log: Call<'chat.log'>;
    readonly clearLog: Call<'chat.clear-log'>;
    readonly showLog: Call<'chat.show-log'>;
    readonly key: Call<'chat.key'>;
    readonly setKey: Call<'chat.set-key'>;
    readonly onAnswerProgress: Subscribe<'chat.answer-progress'>;
  };
}

/** Its name on the page's `window`. */
export const bridgeName = 'acervo';
