// What a model may do by itself while it answers: search again and open a passage, a few times, read only.
import type { ContentBlockParam, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages/messages';
import { z } from 'zod';
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import { toPlainError } from '../../../shared/errors.js';
import { type GivenPassages, sourceName } from './given-passages.js';
import type { AnswerOptions, ModelTools } from './language-model.js';
import { type MessageOptions, passageBlock } from './prompt.js';
import type { ToolCall } from './read-message.js';

/** Calls in one answer. */
export const mostToolSteps = 4;
const mostPassagesFound = 8;
const mostPassagesGiven = 40;

const searchInput = z.object({ query: z.string().trim().min(1).max(1_000) });
const openInput = z.object({ passage: z.string().max(40) });

export interface StepOptions extends Pick<AnswerOptions, 'signal' | 'onStep'> {
  readonly tools: ModelTools;
  readonly given: GivenPassages;
  readonly blocks: Omit<MessageOptions, 'hasTools'>;
  /** How many calls may still be made. */
  readonly left: number;
}

/** One result for each call, in order: the API wants them all, also for those that are not made. */
export async function runCalls(calls: readonly ToolCall[], options: StepOptions): Promise<ToolResultBlockParam[]> {
  const results: ToolResultBlockParam[] = [];
  for (const [index, call] of calls.entries()) {
    if (options.signal.aborted) break;
    results.push(
      index < options.left
        ? await runCall(call, options)
        : refusal(call, 'No steps are left. Answer from what you have.'),
    );
  }
  return results;
}

async function runCall(call: ToolCall, options: StepOptions): Promise<ToolResultBlockParam> {
  try {
    if (call.name === 'search_documents') return await search(call, options);
    if (call.name === 'open_passage') return await open(call, options);
    return refusal(call, 'There is no such tool.');
  } catch (thrown) {
    if (options.signal.aborted) throw thrown;
    // Our own failure is no reason to lose the answer; its text stays here.
    return refusal(call, `This did not work (${toPlainError(thrown).code}). Answer from what you have.`);
  }
}

async function search(call: ToolCall, options: StepOptions): Promise<ToolResultBlockParam> {
  const input = searchInput.safeParse(call.input);
  if (!input.success) return refusal(call, 'The input must be {"query": "…"} with at most 1000 characters.');
  const found = (await options.tools.search(input.data.query, options.signal)).slice(0, mostPassagesFound);
  options.onStep({ kind: 'searched', query: input.data.query, passages: found.length });
  return found.length === 0 ? result(call, [text('Nothing was found.')]) : result(call, give(found, options));
}

async function open(call: ToolCall, options: StepOptions): Promise<ToolResultBlockParam> {
  const input = openInput.safeParse(call.input);
  const index = input.success ? options.given.indexOf(input.data.passage) : null;
  const known = index === null ? undefined : options.given.all[index];
  if (known === undefined) return refusal(call, `There is no such passage. Names are like ${sourceName(0)}.`);
  const opened = await options.tools.open(known.chunkId, options.signal);
  if (opened === null) return refusal(call, 'The passage is no longer there.');
  options.onStep({ kind: 'opened', chunkId: known.chunkId });
  return result(call, give([opened], options));
}

type ResultContent = Extract<ContentBlockParam, { type: 'text' | 'search_result' }>;

function give(found: readonly AnswerPassage[], { given, blocks }: StepOptions): ResultContent[] {
  const content: ResultContent[] = [];
  for (const passage of found) {
    if (given.all.length >= mostPassagesGiven) break;
    const added = given.add(passage);
    content.push(
      added.isKnown
        ? text(`You have this one already: ${sourceName(added.index)}.`)
        : passageBlock(passage, added.index, blocks),
    );
  }
  // The API wants either passages alone or text alone to be cited well; what is known already matters only alone.
  const fresh = content.filter(({ type }) => type === 'search_result');
  if (fresh.length > 0) return fresh;
  return content.length > 0 ? content : [text('No more passages can be given.')];
}

function text(words: string): ResultContent {
  return { type: 'text', text: words };
}

function result(call: ToolCall, content: ResultContent[]): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: call.id, content };
}

function refusal(call: ToolCall, words: string): ToolResultBlockParam {
  return { ...result(call, [text(words)]), is_error: true };
}
