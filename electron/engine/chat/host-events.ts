// What a host may send in a stream, as schemas: nothing of it is used before it has passed them.
import { z } from 'zod';
import type { AnswerUsage } from '../../../shared/domain/chat.js';
import { brokenAnswer } from './faults.js';

const tokens = z.int().min(0).max(1_000_000_000).nullish();
const usage = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
});
const index = z.int().min(0).max(10_000);
const shortText = z.string().max(200);
const longText = z.string().max(500_000);

const events = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: usage.nullish() }) }),
  z.object({
    type: z.literal('content_block_start'),
    index,
    content_block: z.object({
      type: shortText,
      text: longText.optional(),
      thinking: longText.optional(),
      signature: longText.optional(),
      data: longText.optional(),
      id: shortText.optional(),
      name: shortText.optional(),
    }),
  }),
  z.object({
    type: z.literal('content_block_delta'),
    index,
    delta: z.object({
      type: shortText,
      text: longText.optional(),
      partial_json: longText.optional(),
      thinking: longText.optional(),
      signature: longText.optional(),
      citation: z.unknown().optional(),
    }),
  }),
  z.object({ type: z.literal('content_block_stop'), index }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: shortText.nullish() }),
    usage: usage.nullish(),
  }),
  z.object({ type: z.literal('message_stop') }),
]);
export type HostEvent = z.infer<typeof events>;

const knownTypes: ReadonlySet<string> = new Set(events.options.map((option) => option.shape.type.value));
const anyEvent = z.object({ type: z.string() });

/** Null for a kind of event that is not known here: the API may add some. @throws Fault */
export function readEvent(value: unknown): HostEvent | null {
  const any = anyEvent.safeParse(value);
  if (!any.success) throw brokenAnswer();
  if (!knownTypes.has(any.data.type)) return null;
  const event = events.safeParse(value);
  if (!event.success) throw brokenAnswer();
  return event.data;
}

const searchResultCitation = z.object({
  type: z.literal('search_result_location'),
  source: shortText,
  cited_text: z.string().max(50_000),
});

export interface HostCitation {
  readonly source: string;
  readonly quote: string;
}

/** Null for a citation of anything but a passage of ours. */
export function readCitation(value: unknown): HostCitation | null {
  const citation = searchResultCitation.safeParse(value);
  return citation.success ? { source: citation.data.source, quote: citation.data.cited_text } : null;
}

/** Later figures replace earlier ones: those of a stream are sums. */
export function readUsage(before: AnswerUsage, value: z.infer<typeof usage> | null | undefined): AnswerUsage {
  return {
    input: value?.input_tokens ?? before.input,
    cacheRead: value?.cache_read_input_tokens ?? before.cacheRead,
    cacheWritten: value?.cache_creation_input_tokens ?? before.cacheWritten,
    output: value?.output_tokens ?? before.output,
  };
}
