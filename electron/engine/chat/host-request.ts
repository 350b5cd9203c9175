// One request to a host, from its first byte to its last, with an end to patience.
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages/messages';
import type { AnswerUsage } from '../../../shared/domain/chat.js';
import type { DraftBuilder } from './draft-builder.js';
import { silentHost } from './faults.js';
import type { HostAddress } from './host-address.js';
import { makeClient } from './host-client.js';
import { type HostReply, readMessage } from './read-message.js';
import type { SentCounter } from './sent.js';
import type { Timers } from './timers.js';

/** After this much silence the person is told, after that it is given up. A busy host's pings are no silence. */
const slowMs = 15_000;
const silentMs = 60_000;

export interface HostRequest {
  readonly address: HostAddress;
  readonly key: string | null;
  readonly fetch: typeof globalThis.fetch;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly body: Omit<MessageCreateParamsStreaming, 'stream'>;
  readonly draft: DraftBuilder;
  readonly onDraft?: (() => void) | undefined;
  readonly counter: SentCounter;
  /** Nothing has come for so many seconds. */
  readonly onSilence: (seconds: number) => void;
  /** So long a silence is waited for; a minute without it. */
  readonly silentMs?: number | undefined;
}

/** @throws Fault, and what the SDK throws */
export async function sendRequest(request: HostRequest): Promise<HostReply> {
  const { address, key, fetch, timers, signal, body, draft, onDraft, counter, onSilence } = request;
  const given = new AbortController();
  const stop = AbortSignal.any([signal, given.signal]);
  const patience = new Patience(timers, request.silentMs ?? silentMs, onSilence, () => given.abort());
  let usage: AnswerUsage | null = null;
  try {
    const client = makeClient({ address, key, fetch, onBytes: () => patience.renew() });
    patience.renew();
    const stream = await client.messages.create({ ...body, stream: true }, { signal: stop });
    const reply = await readMessage(stream, {
      draft,
      onDraft: () => onDraft?.(),
      onUsage: (sum) => {
        usage = sum;
      },
    });
    draft.end();
    onDraft?.();
    return reply;
  } catch (thrown) {
    // The SDK calls any end that we make a cancelling; and a stream that we end ends without a word.
    throw given.signal.aborted ? silentHost() : thrown;
  } finally {
    patience.end();
    if (usage !== null) counter.addUsage(body.model, usage);
  }
}

class Patience {
  private readonly timers: Timers;
  private readonly silentAfterMs: number;
  private readonly onSlow: (seconds: number) => void;
  private readonly onSilent: () => void;
  private cancels: readonly (() => void)[] = [];
  private wasSlow = false;

  constructor(timers: Timers, silentAfterMs: number, onSlow: (seconds: number) => void, onSilent: () => void) {
    this.timers = timers;
    this.silentAfterMs = silentAfterMs;
    this.onSlow = onSlow;
    this.onSilent = onSilent;
  }

  renew(): void {
    this.end();
    this.cancels = [this.timers.after(slowMs, () => this.slow()), this.timers.after(this.silentAfterMs, this.onSilent)];
  }

  end(): void {
    for (const cancel of this.cancels) cancel();
    this.cancels = [];
  }

  private slow(): void {
    if (!this.wasSlow) this.onSlow(slowMs / 1_000);
    this.wasSlow = true;
  }
}
