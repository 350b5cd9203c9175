// Answers written by a host that speaks the Messages API: any base address, our own retries, and citations by name.
import type { AnswerPassage, ChatSettings } from '../../../shared/domain/chat.js';
import { type ChatModel, modelsWith } from '../../../shared/domain/chat-models.js';
import { AppError, toPlainError } from '../../../shared/errors.js';
import { DraftBuilder } from './draft-builder.js';
import { cutAnswer, type Fault, faultOf } from './faults.js';
import { GivenPassages } from './given-passages.js';
import { type HostAddress, readHostAddress } from './host-address.js';
import { type HostRequest, sendRequest } from './host-request.js';
import {
  type AnswerOptions,
  type AnswerPrompt,
  type LanguageModel,
  type ModelAnswer,
  ModelFailure,
  type PastTurn,
  type Rewritten,
} from './language-model.js';
import {
  documentTools,
  type HostMessage,
  type PassageStyle,
  promptMessages,
  rewritePrompt,
  systemText,
} from './prompt.js';
import type { HostReply } from './read-message.js';
import { answerRetries, type RetryPolicy, rewriteRetries, withRetries } from './retry.js';
import { SentCounter } from './sent.js';
import { realTimers, type Timers } from './timers.js';
import { mostToolSteps, runCalls } from './tool-steps.js';

export interface MessagesModelOptions {
  readonly settings: Pick<ChatSettings, 'baseUrl' | 'model' | 'fastModel' | 'stayOffline' | 'models'>;
  /** In memory only; never part of an error or a log. */
  readonly key: string | null;
  readonly timers?: Timers | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Thinking counts, too, with models that do. */
const mostAnswerTokens = 8_000;
const mostRewriteTokens = 2_000;
const longestRewritten = 500;
/** The question's own words do where nobody rewrites it: not worth a minute. */
const rewriteSilentMs = 20_000;
/** Of one model's refusals, before its stand-in is asked. */
const overloadsBeforeStandIn = 2;

/** What one answer has of its own. */
interface Run {
  readonly address: HostAddress;
  readonly prompt: AnswerPrompt;
  readonly options: AnswerOptions;
  readonly given: GivenPassages;
  readonly counter: SentCounter;
  /** The last attempt that said anything. */
  said: DraftBuilder | null;
  style: PassageStyle;
}

export class MessagesModel implements LanguageModel {
  private readonly settings: MessagesModelOptions['settings'];
  private readonly key: string | null;
  private readonly table: readonly ChatModel[];
  private readonly timers: Timers;
  private readonly fetch: typeof globalThis.fetch;
  /** Once a host refused search results, it gets text. */
  private style: PassageStyle = 'search-results';

  constructor({ settings, key, timers, fetch }: MessagesModelOptions) {
    this.settings = settings;
    this.table = modelsWith(settings.models);
    this.key = key?.trim() || null;
    this.timers = timers ?? realTimers;
    this.fetch = fetch ?? globalThis.fetch;
  }

  async answer(prompt: AnswerPrompt, options: AnswerOptions): Promise<ModelAnswer> {
    const address = this.mayAsk();
    const given = new GivenPassages(prompt.passages);
    const run: Run = {
      address,
      prompt,
      options,
      given,
      counter: new SentCounter(address.host, this.table),
      said: null,
      style: this.style,
    };
    try {
      const reply = await this.converse(run);
      if (reply.stopReason === 'refusal') {
        // What it had begun to say is no answer.
        run.said = null;
        throw new AppError('host-refused', 'The model declined to answer this. Ask in other words.');
      }
      return answered(run, reply.stopReason === 'max_tokens' || reply.stopReason === 'model_context_window_exceeded');
    } catch (thrown) {
      if (options.signal.aborted || run.said !== null) return answered(run, true);
      throw failure(thrown, run.counter);
    }
  }

  async rewrite(
    history: readonly PastTurn[],
    question: string,
    { signal, onStep }: Pick<AnswerOptions, 'signal' | 'onStep'>,
  ): Promise<Rewritten> {
    if (history.length === 0) return { question, sent: null };
    const address = this.mayAsk();
    const counter = new SentCounter(address.host, this.table);
    const draft = (): DraftBuilder => new DraftBuilder(new GivenPassages([]), false);
    let last = draft();
    try {
      const { system, messages } = rewritePrompt(history, question);
      await this.send(
        {
          ...{ address, counter, signal, passages: [], policy: rewriteRetries, silentMs: rewriteSilentMs },
          onWait: waitStep(onStep),
        },
        this.rewritingModel(address),
        (model) => {
          last = draft();
          return { body: { model, max_tokens: mostRewriteTokens, system, messages }, draft: last };
        },
      );
      return { question: searchable(last.text) ?? question, sent: counter.record() };
    } catch (thrown) {
      if (signal.aborted) throw new ModelFailure('cancelled', 'Cancelled.', counter.record());
      throw failure(thrown, counter);
    }
  }

  /** @throws ModelFailure before anything leaves the machine */
  private mayAsk(): HostAddress {
    if (this.settings.stayOffline)
      throw new ModelFailure('offline-chosen', 'You chose to stay offline, so no host was asked.', null);
    try {
      const address = readHostAddress(this.settings.baseUrl);
      if (this.key === null && address.needsKey)
        throw new AppError('key-missing', 'The host needs a key. Enter it in Settings, Answers.');
      // Anything else would not fit into a header, and the system's message about it would hold the key.
      if (this.key !== null && !/^[\x21-\x7e]{1,1000}$/u.test(this.key))
        throw new AppError('key-refused', 'The key holds characters that no key has. Enter it again in Settings.');
      return address;
    } catch (thrown) {
      throw failure(thrown, null);
    }
  }

  /** Message by message, until the model has no more calls. */
  private async converse(run: Run): Promise<HostReply> {
    const { tools, signal, onStep } = run.options;
    let messages = this.begin(run);
    for (let steps = 0; ; ) {
      const reply = await this.sayOrChangeStyle(run, messages, steps, (begun) => {
        messages = begun;
      });
      if (tools === undefined || reply.calls.length === 0 || steps >= mostToolSteps || signal.aborted) return reply;
      // What was said before a call ("let me look") is no answer.
      run.said = null;
      const blocks = { style: run.style, asksForMarks: !run.address.isOfficial };
      const left = mostToolSteps - steps;
      const results = await runCalls(reply.calls, { tools, signal, onStep, given: run.given, blocks, left });
      if (signal.aborted) return reply;
      steps += reply.calls.length;
      messages = [...messages, { role: 'assistant', content: [...reply.blocks] }, { role: 'user', content: results }];
    }
  }

  private begin({ prompt, options, address, style }: Run): HostMessage[] {
    const hasTools = options.tools !== undefined;
    return promptMessages(prompt, { style, asksForMarks: !address.isOfficial, hasTools });
  }

  /** A host of another make may not know search results: it says so with the first request, and gets plain text. */
  private async sayOrChangeStyle(
    run: Run,
    messages: HostMessage[],
    steps: number,
    changed: (messages: HostMessage[]) => void,
  ): Promise<HostReply> {
    try {
      return await this.say(run, messages, steps);
    } catch (thrown) {
      const fault = faultOf(thrown);
      const isStyle = steps === 0 && (fault.status === 400 || fault.status === 422) && !run.address.isOfficial;
      if (!isStyle || run.style === 'plain' || run.options.signal.aborted) throw thrown;
      run.style = 'plain';
      const begun = this.begin(run);
      changed(begun);
      const reply = await this.say(run, begun, steps);
      // It was that, and not the model's name or too much text.
      this.style = 'plain';
      return reply;
    }
  }

  private say(run: Run, messages: HostMessage[], steps: number): Promise<HostReply> {
    const { address, options, given, counter } = run;
    const hasTools = options.tools !== undefined;
    const asksForMarks = !address.isOfficial;
    const rest = {
      max_tokens: mostAnswerTokens,
      system: systemText({ asksForMarks, hasTools }),
      messages,
      ...(hasTools ? { tools: documentTools } : {}),
      ...(hasTools && steps >= mostToolSteps ? { tool_choice: { type: 'none' as const } } : {}),
    };
    return this.send(
      {
        address,
        counter,
        signal: options.signal,
        passages: run.prompt.isWhole === true ? asOne(given.all) : given.all,
        policy: answerRetries,
        onWait: waitStep(options.onStep),
      },
      this.settings.model,
      (model) => {
        const draft = new DraftBuilder(given, asksForMarks);
        const onDraft = (): void => {
          if (draft.text === '' && !draft.foundNothing) return;
          run.said = draft;
          options.onDraft(draft.draft());
        };
        return { body: { model, ...rest }, draft, onDraft };
      },
    );
  }

  private send(about: SendOptions, model: string, make: (model: string) => Attempt): Promise<HostReply> {
    const { address, counter, signal, passages, policy, onWait, silentMs } = about;
    const standIn = this.table.find(({ id }) => id === model)?.standIn ?? null;
    let overloads = 0;
    return withRetries(
      async (before) => {
        if (before?.code === 'host-overloaded') overloads += 1;
        const asked = standIn !== null && overloads >= overloadsBeforeStandIn ? standIn : model;
        const { body, draft, onDraft } = make(asked);
        if (signal.aborted) throw cutAnswer();
        counter.addRequest(asked, passages);
        const { fetch, key, timers } = this;
        const onSilence = (seconds: number): void => onWait(seconds * 1_000, 'host-unreachable');
        return await sendRequest({
          address,
          key,
          fetch,
          timers,
          signal,
          body,
          draft,
          onDraft,
          counter,
          onSilence,
          silentMs,
        });
      },
      { policy, timers: this.timers, signal, onWait },
    );
  }

  /** A server of one's own hardly knows the fast model that is set by default: it rewrites with the one it has. */
  private rewritingModel(address: HostAddress): string {
    const isKnown = (model: string): boolean => this.table.some(({ id }) => id === model);
    const { model, fastModel } = this.settings;
    return address.isOfficial || isKnown(model) || !isKnown(fastModel) ? fastModel : model;
  }
}

interface Attempt extends Pick<HostRequest, 'body' | 'draft'> {
  readonly onDraft?: () => void;
}

interface SendOptions {
  readonly address: HostAddress;
  readonly counter: SentCounter;
  readonly signal: AbortSignal;
  readonly passages: readonly AnswerPassage[];
  readonly policy: RetryPolicy;
  readonly silentMs?: number | undefined;
  readonly onWait: (delayMs: number, reason: Fault['code']) => void;
}

function answered({ given, counter, said, options }: Run, isPartial: boolean): ModelAnswer {
  // Of a stream that was cut, something may still be held back.
  said?.end();
  const draft = said?.draft() ?? { answer: '', citations: [], passages: given.all };
  return {
    ...draft,
    answer: draft.answer.trimEnd(),
    dropped: said?.dropped ?? 0,
    foundNothing: said?.foundNothing ?? false,
    isPartial: isPartial || options.signal.aborted,
    sent: counter.record(),
  };
}

function waitStep(onStep: AnswerOptions['onStep']): SendOptions['onWait'] {
  return (delayMs, reason) => onStep({ kind: 'waiting', seconds: Math.ceil(delayMs / 1_000), reason });
}

/** For the record of what was sent: one document is one thing, not its hundred passages. */
function asOne(passages: readonly AnswerPassage[]): readonly AnswerPassage[] {
  const [first] = passages;
  return first === undefined ? [] : [{ ...first, text: passages.map(({ text }) => text).join('') }];
}

/** Without a cause: what the SDK throws may repeat what was sent. */
function failure(thrown: unknown, counter: SentCounter | null): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown;
  const { code, message } = thrown instanceof AppError ? toPlainError(thrown) : faultOf(thrown);
  return new ModelFailure(code, message, counter?.record() ?? null);
}

/** One line of a sensible length, without the quotes that models like to add; null for anything else. */
function searchable(text: string): string | null {
  const line = text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^["“«](.*)["”»]$/u, '$1')
    .trim();
  return line === '' || line.length > longestRewritten ? null : line;
}
