// A played host and a model that asks it, for the tests of answers.
import { afterEach, beforeEach } from 'vitest';
import type { AnswerOptions, AnswerPrompt, Drafted } from '../../../electron/engine/chat/language-model.js';
import { MessagesModel, type MessagesModelOptions } from '../../../electron/engine/chat/messages-model.js';
import type { AnswerStep } from '../../../shared/domain/chat.js';
import { defaultBaseUrl } from '../../../shared/domain/chat-models.js';
import { type HandTimers, handTimers, passage } from '../../helpers/chat-parts.js';
import { type MessagesServer, startMessagesServer } from '../../helpers/messages-server.js';

export const question = 'Who pays for sending it back?';
export const passages = [
  passage('The shop pays for the way back. Write to us within 48 hours.'),
  passage('Gift cards are not taken back. They last three years.'),
];
export const key = 'sk-test-not-a-real-key';

export interface Host {
  server: MessagesServer;
  timers: HandTimers;
}

/** One played host for each test. */
export function playedHost(): Host {
  const host = {} as Host;
  beforeEach(async () => {
    host.server = await startMessagesServer();
    host.timers = handTimers();
  });
  afterEach(() => host.server.close());
  return host;
}

export function promptOf(more: Partial<AnswerPrompt> = {}): AnswerPrompt {
  return { question, queryUsed: question, history: [], passages, ...more };
}

interface ModelChanges extends Partial<Omit<MessagesModelOptions, 'settings'>> {
  readonly settings?: Partial<MessagesModelOptions['settings']>;
}

export function modelFor(host: Host, { settings, ...more }: ModelChanges = {}): MessagesModel {
  return new MessagesModel({
    settings: {
      baseUrl: host.server.url,
      model: 'claude-opus-5-5',
      fastModel: 'claude-haiku-5-5',
      stayOffline: false,
      ...settings,
    },
    key,
    timers: host.timers,
    ...more,
  });
}

/** The API's own address, answered by the played host. */
export function officialModel(host: Host, more: ModelChanges = {}): MessagesModel {
  return modelFor(host, {
    ...more,
    settings: { ...more.settings, baseUrl: defaultBaseUrl },
    fetch: (input, init) => fetch(String(input).replace(defaultBaseUrl, host.server.url), init),
  });
}

export interface Seen extends AnswerOptions {
  readonly drafts: readonly Drafted[];
  readonly steps: readonly AnswerStep[];
  readonly stop: AbortController;
}

export function watch(more: Partial<AnswerOptions> = {}): Seen {
  const drafts: Drafted[] = [];
  const steps: AnswerStep[] = [];
  const stop = new AbortController();
  return {
    drafts,
    steps,
    stop,
    signal: stop.signal,
    onDraft: (draft) => drafts.push(draft),
    onStep: (step) => steps.push(step),
    ...more,
  };
}
