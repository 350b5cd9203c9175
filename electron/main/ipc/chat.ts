// Questions and conversations: the engine does the work; who answers, the key and the file of an export are main's.
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { answerModeOf } from '../../../shared/domain/answer-mode.js';
import type { Settings } from '../../../shared/domain/settings.js';
import { AppError } from '../../../shared/errors.js';
import type { EngineCall } from '../engine-host.js';
import type { Language } from '../language.js';
import type { Secrets } from '../secrets.js';
import type { IpcHandlers } from './register.js';

export interface ChatHandlerParts {
  readonly call: EngineCall;
  readonly settings: () => Settings;
  /** The window's, for what is said where a question's own language can't be told. */
  readonly language: () => Language;
  readonly secrets: Secrets;
  readonly onKeyChanged: () => void;
  /** Shows the log of answers in the system's file manager. */
  readonly showLog: () => void;
  /** Null when the dialog was left without a choice. */
  readonly chooseFile: (name: string) => Promise<string | null>;
}

export const conversationExtension = 'md';

export function chatHandlers({
  call,
  settings,
  language,
  secrets,
  onKeyChanged,
  showLog,
  chooseFile,
}: ChatHandlerParts) {
  let wasUnreadable = true;
  function tellReadable(): void {
    const { kind } = secrets.state();
    if (kind === 'unreadable') return;
    wasUnreadable = false;
    if (kind === 'kept') onKeyChanged();
  }
  return {
    'chat.ask': (request) => {
      const mode = answerModeOf(settings());
      // A key that could not be read when the engine was told may be readable now.
      if (mode === 'model' && wasUnreadable) tellReadable();
      return call('ask', { ...request, mode, language: language(), passages: settings().answerPassages });
    },
    'chat.stop': (request) => call('stopAsking', request),
    'chat.conversations': (request) => call('conversations', request),
    'chat.conversation': (request) => call('conversation', request),
    'chat.rename': (request) => call('renameConversation', request),
    'chat.remove': (request) => call('removeConversation', request),
    async 'chat.export'({ conversationId }) {
      const { title } = await call('conversation', { conversationId });
      const file = await chooseFile(`${fileNameOf(title)}.${conversationExtension}`);
      if (file === null) return null;
      const { markdown } = await call('conversationMarkdown', { conversationId });
      await writeFile(file, markdown).catch((cause: unknown) => {
        throw new AppError('read-only', 'The file could not be written. Choose another folder.', { cause });
      });
      return { name: basename(file) };
    },
    'chat.log': () => call('answerLog', null),
    async 'chat.clear-log'() {
      await call('clearAnswerLog', null);
      return call('answerLog', null);
    },
    async 'chat.show-log'() {
      showLog();
      return null;
    },
    async 'chat.key'() {
      if (wasUnreadable) tellReadable();
      return secrets.state();
    },
    async 'chat.set-key'({ key }) {
      secrets.setKey(key);
      onKeyChanged();
      return secrets.state();
    },
  } satisfies Partial<IpcHandlers>;
}

/** A title as a file's name on every system. */
export function fileNameOf(title: string): string {
  const name = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no system takes these in a name
    .replaceAll(/[\u0000-\u001f<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. ]+/u, '')
    .slice(0, 80)
    .replace(/[. ]+$/u, '');
  return name === '' ? 'Acervo' : name;
}
