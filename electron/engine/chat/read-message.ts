// Reads one streamed message of a host to its end: text and citations into a draft, tool calls, and what it used.
import type { ContentBlockParam } from '@anthropic-ai/sdk/resources/messages/messages';
import type { AnswerUsage } from '../../../shared/domain/chat.js';
import type { DraftBuilder } from './draft-builder.js';
import { brokenAnswer, cutAnswer } from './faults.js';
import { type HostEvent, readCitation, readEvent, readUsage } from './host-events.js';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Parsed, but not yet checked; undefined where it was no JSON. */
  readonly input: unknown;
}

export interface HostReply {
  readonly stopReason: string | null;
  readonly calls: readonly ToolCall[];
  /** Its own blocks, to be sent back with the results of its calls. */
  readonly blocks: readonly ContentBlockParam[];
}

interface Block {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  text: string;
  signature: string;
}

const mostBlocks = 2_000;
const mostBlockCharacters = 500_000;

export interface ReadOptions {
  readonly draft: DraftBuilder;
  /** After each piece of text and each citation. */
  readonly onDraft: () => void;
  /** What is known of it so far; the last one holds. */
  readonly onUsage: (usage: AnswerUsage) => void;
}

/** @throws Fault for what is no message, or not a whole one */
export async function readMessage(stream: AsyncIterable<unknown>, options: ReadOptions): Promise<HostReply> {
  const reader = new MessageReader(options);
  for await (const value of stream) {
    const event = readEvent(value);
    if (event !== null) reader.take(event);
    if (reader.isEnded) break;
  }
  return reader.reply();
}

class MessageReader {
  private readonly options: ReadOptions;
  private readonly blocks = new Map<number, Block>();
  private usage: AnswerUsage = { input: 0, cacheRead: 0, cacheWritten: 0, output: 0 };
  private stopReason: string | null = null;
  private isStarted = false;
  isEnded = false;

  constructor(options: ReadOptions) {
    this.options = options;
  }

  take(event: HostEvent): void {
    if (event.type === 'message_start') this.isStarted = true;
    if (!this.isStarted) throw brokenAnswer();
    switch (event.type) {
      case 'message_start':
        this.use(event.message.usage);
        break;
      case 'content_block_start':
        this.startBlock(event);
        break;
      case 'content_block_delta':
        this.grow(event);
        break;
      case 'content_block_stop':
        if (this.blocks.get(event.index)?.type === 'text') {
          this.options.draft.endBlock();
          this.options.onDraft();
        }
        break;
      case 'message_delta':
        this.stopReason = event.delta.stop_reason ?? this.stopReason;
        this.use(event.usage);
        break;
      case 'message_stop':
        this.isEnded = true;
    }
  }

  reply(): HostReply {
    if (!this.isStarted) throw brokenAnswer();
    if (!this.isEnded) throw cutAnswer();
    const blocks = [...this.blocks.values()];
    return {
      stopReason: this.stopReason,
      calls: blocks
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, text }) => ({ id, name, input: parsed(text) })),
      blocks: blocks.flatMap(sentBack),
    };
  }

  private use(usage: Parameters<typeof readUsage>[1]): void {
    this.usage = readUsage(this.usage, usage);
    this.options.onUsage(this.usage);
  }

  private startBlock({ index, content_block: block }: Extract<HostEvent, { type: 'content_block_start' }>): void {
    if (this.blocks.has(index) || this.blocks.size >= mostBlocks) throw brokenAnswer();
    const isCall = block.type === 'tool_use';
    if (isCall && (block.id === undefined || block.name === undefined)) throw brokenAnswer();
    this.blocks.set(index, {
      type: block.type,
      id: block.id ?? '',
      name: block.name ?? '',
      text: block.thinking ?? block.data ?? block.text ?? '',
      signature: block.signature ?? '',
    });
    if (block.type !== 'text') return;
    this.options.draft.startBlock();
    this.options.draft.addText(block.text ?? '');
  }

  private grow({ index, delta }: Extract<HostEvent, { type: 'content_block_delta' }>): void {
    const block = this.blocks.get(index);
    if (block === undefined) throw brokenAnswer();
    if (delta.type === 'citations_delta') {
      this.options.draft.addCitation(readCitation(delta.citation));
      return;
    }
    block.text += delta.text ?? delta.partial_json ?? delta.thinking ?? '';
    block.signature += delta.signature ?? '';
    if (block.text.length > mostBlockCharacters) throw brokenAnswer();
    if (block.type === 'text' && delta.text !== undefined) {
      this.options.draft.addText(delta.text);
      this.options.onDraft();
    }
  }
}

function sentBack({ type, id, name, text, signature }: Block): ContentBlockParam[] {
  switch (type) {
    case 'text':
      return text.trim() === '' ? [] : [{ type: 'text', text }];
    case 'thinking':
      return [{ type: 'thinking', thinking: text, signature }];
    case 'redacted_thinking':
      return [{ type: 'redacted_thinking', data: text }];
    case 'tool_use':
      return [{ type: 'tool_use', id, name, input: parsed(text) ?? {} }];
    default:
      return [];
  }
}

/** The input of a call; no input at all is an empty one. */
function parsed(json: string): unknown {
  if (json.trim() === '') return {};
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
