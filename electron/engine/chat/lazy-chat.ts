// The chat, read into memory when somebody first asks or looks at conversations: the host's client and the words that
// tell languages apart would make every start of Acervo longer by half.
import type { ChatSettings } from '../../../shared/domain/chat.js';
import { AnswerLog } from './answer-log.js';
import type { ChatParts, ChatSession } from './chat-session.js';
import type { LibraryChat } from './library-chat.js';

export class LazyChat implements LibraryChat {
  readonly #parts: ChatParts;
  readonly #log: AnswerLog;
  #session: Promise<ChatSession> | null = null;
  #set: readonly [settings: ChatSettings, key: string | null] | null = null;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#log = new AnswerLog(parts.folder);
  }

  async ask(...given: Parameters<LibraryChat['ask']>): ReturnType<LibraryChat['ask']> {
    return (await this.#opened()).ask(...given);
  }

  async answer(...given: Parameters<LibraryChat['answer']>): ReturnType<LibraryChat['answer']> {
    return (await this.#opened()).answer(...given);
  }

  stop(askId: string): void {
    // In turn with the question, which may still be waiting for the session.
    void this.#session?.then((session) => session.stop(askId));
  }

  async conversations(...given: Parameters<LibraryChat['conversations']>): ReturnType<LibraryChat['conversations']> {
    return (await this.#opened()).conversations(...given);
  }

  async conversation(conversationId: string): ReturnType<LibraryChat['conversation']> {
    return (await this.#opened()).conversation(conversationId);
  }

  async rename(...given: Parameters<LibraryChat['rename']>): ReturnType<LibraryChat['rename']> {
    return (await this.#opened()).rename(...given);
  }

  async remove(conversationId: string): Promise<void> {
    return (await this.#opened()).remove(conversationId);
  }

  async markdown(conversationId: string): Promise<string> {
    return (await this.#opened()).markdown(conversationId);
  }

  set(settings: ChatSettings, key: string | null): void {
    this.#set = [settings, key];
    void this.#session?.then((session) => session.set(settings, key));
  }

  log(): { readonly bytes: number } {
    return { bytes: this.#log.bytes };
  }

  clearLog(): void {
    this.#log.clear();
  }

  /** Questions that are being answered are stopped, and what could not be written is tried once more. */
  async close(): Promise<void> {
    await (await this.#session)?.close();
  }

  #opened(): Promise<ChatSession> {
    this.#session ??= import('./chat-session.js').then(({ ChatSession }) => {
      const session = new ChatSession(this.#parts);
      if (this.#set !== null) session.set(...this.#set);
      return session;
    });
    return this.#session;
  }
}
