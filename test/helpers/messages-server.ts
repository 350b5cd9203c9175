// A local HTTP server that plays the Messages API for tests: the event order of the real one, and scripted faults.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** What one citation part names. `result` is the search result's index in the request, in the order of the request. */
export interface CitedResult {
  readonly result: number;
  /** The quoted words; the result's whole text if left out. */
  readonly quote?: string;
  /** Another source than the request gave, as a host might make one up. */
  readonly source?: string;
}

/** One thing that the server does while it streams, in order. */
export type Part =
  /** A text block, in deltas of one string each; `cites` come behind the text, or before it with `citesFirst`. */
  | {
      readonly kind: 'text';
      readonly deltas: readonly string[];
      readonly cites?: readonly CitedResult[];
      readonly citesFirst?: boolean;
    }
  | { readonly kind: 'thinking'; readonly text: string }
  /** The input goes out in pieces of some characters; a string is sent as it is, whatever it holds. */
  | { readonly kind: 'tool'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'ping' }
  /** Waits until the test calls `openGate()`. */
  | { readonly kind: 'gate' }
  /** An error event inside the stream, such as `overloaded_error`. */
  | { readonly kind: 'error'; readonly type: string }
  /** These bytes as they are. */
  | { readonly kind: 'raw'; readonly data: string }
  /** The connection is torn down. */
  | { readonly kind: 'cut' }
  /** The stream ends in good order, but without `message_stop`. */
  | { readonly kind: 'end' };

export interface PlayedUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
}

/** What the server does with one request. */
export type Reply =
  | {
      readonly kind: 'stream';
      readonly parts: readonly Part[];
      readonly usage?: PlayedUsage;
      /** `tool_use` if a part is a tool, else `end_turn`. */
      readonly stopReason?: string;
      /** Not even a header before the test calls `openGate()`. */
      readonly isLate?: boolean;
      /** Real waiting between deltas: for pictures and windows only. */
      readonly paceMs?: number;
    }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** The API's error body by default. */
      readonly body?: string;
    }
  /** Takes the request and says nothing, until the other side or the test gives up. */
  | { readonly kind: 'silent' }
  /** Hangs up without a reply. */
  | { readonly kind: 'hang-up' };

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they like
  readonly body: any;
  /** The request's search results in the order in which the API counts them. */
  readonly results: readonly { readonly source: string; readonly title: string; readonly text: string }[];
}

export interface MessagesServer {
  /** The base address, `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** All that was asked of it, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** These replies come first, one a request; then `otherwise`. */
  play(...replies: readonly Reply[]): void;
  /** What a request without a scripted reply gets; {@link quoteFirstResult} at the start. */
  otherwise(reply: (request: ReceivedRequest) => Reply): void;
  /** Lets every stream that waits at a gate go on, and those that come to one later wait again. */
  openGate(): void;
  /** Resolves once some stream waits at a gate, or a silent reply has its request. */
  atGate(): Promise<void>;
  close(): Promise<void>;
}

/** Shorthands for scripts. */
export const says = (text: string, ...cites: readonly CitedResult[]): Part => ({
  kind: 'text',
  deltas: text.match(/\S*\s*/gu)?.filter((word) => word !== '') ?? [],
  cites,
});
export const streams = (...parts: readonly Part[]): Reply => ({ kind: 'stream', parts });
export const fails = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  kind: 'status',
  status,
  headers,
});

/** An honest model of few words: repeats the first sentence of the first passage and cites it; without passages, the last line asked. */
export function quoteFirstResult(request: ReceivedRequest): Reply {
  const first = request.results[0];
  if (first === undefined) return streams(says(lastUserText(request)));
  const sentence = /^[^.!?]*[.!?]?/u.exec(first.text.trim())?.[0] ?? first.text;
  return streams(says(sentence, { result: 0, quote: sentence }));
}

export async function startMessagesServer(): Promise<MessagesServer> {
  const requests: ReceivedRequest[] = [];
  const queue: Reply[] = [];
  let otherwise: (request: ReceivedRequest) => Reply = quoteFirstResult;
  let gate = openable();
  let arrived = openable();

  const waitAtGate = (): Promise<void> => {
    arrived.open();
    return gate.opened;
  };
  const server = createServer(async (incoming, response) => {
    const raw = await readText(incoming);
    const request = received(incoming.url ?? '', incoming.headers, raw);
    requests.push(request);
    const reply = queue.shift() ?? otherwise(request);
    switch (reply.kind) {
      case 'stream':
        await playStream(response, request, reply, waitAtGate);
        break;
      case 'status':
        response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
        response.end(reply.body ?? errorBody(reply.status));
        break;
      case 'silent':
        await waitAtGate();
        response.destroy();
        break;
      case 'hang-up':
        response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play: (...replies) => queue.push(...replies),
    otherwise: (reply) => {
      otherwise = reply;
    },
    openGate: () => {
      gate.open();
      gate = openable();
      arrived = openable();
    },
    atGate: () => arrived.opened,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const defaultUsage: PlayedUsage = {
  input_tokens: 120,
  output_tokens: 40,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 900,
};

async function playStream(
  response: ServerResponse,
  request: ReceivedRequest,
  reply: Extract<Reply, { kind: 'stream' }>,
  waitAtGate: () => Promise<void>,
): Promise<void> {
  const usage = reply.usage ?? defaultUsage;
  const send = async (event: string, data: object): Promise<void> => {
    if (!response.destroyed) response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`);
    if (reply.paceMs !== undefined && event === 'content_block_delta') await pause(reply.paceMs);
  };
  if (reply.isLate === true) await waitAtGate();
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': 'req_played' });
  await send('message_start', {
    message: {
      id: 'msg_played',
      type: 'message',
      role: 'assistant',
      model: request.body?.model ?? 'played',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    },
  });
  let index = 0;
  for (const part of reply.parts) {
    switch (part.kind) {
      case 'ping':
        await send('ping', {});
        continue;
      case 'gate':
        await waitAtGate();
        continue;
      case 'error':
        await send('error', { error: { type: part.type, message: 'played' } });
        response.end();
        return;
      case 'raw':
        response.write(part.data);
        continue;
      case 'cut':
        // What was written so far has to be with the other side before the line is torn.
        await new Promise<void>((resolve) => response.write('', () => setImmediate(resolve)));
        response.destroy();
        return;
      case 'end':
        response.end();
        return;
      default:
        await playBlock(send, request, part, index);
        index += 1;
    }
  }
  const usesTool = reply.parts.some((part) => part.kind === 'tool');
  await send('message_delta', {
    delta: { stop_reason: reply.stopReason ?? (usesTool ? 'tool_use' : 'end_turn'), stop_sequence: null },
    usage,
  });
  await send('message_stop', {});
  response.end();
}

async function playBlock(
  send: (event: string, data: object) => Promise<void>,
  request: ReceivedRequest,
  part: Extract<Part, { kind: 'text' | 'thinking' | 'tool' }>,
  index: number,
): Promise<void> {
  const start = (block: object) => send('content_block_start', { index, content_block: block });
  const delta = (value: object) => send('content_block_delta', { index, delta: value });
  if (part.kind === 'text') {
    const citations = (part.cites ?? []).map((cite) => ({
      type: 'citations_delta',
      citation: {
        type: 'search_result_location',
        search_result_index: cite.result,
        source: cite.source ?? request.results[cite.result]?.source ?? 'unknown',
        title: request.results[cite.result]?.title ?? null,
        cited_text: cite.quote ?? request.results[cite.result]?.text ?? '',
        start_block_index: 0,
        end_block_index: 1,
      },
    }));
    const texts = part.deltas.map((text) => ({ type: 'text_delta', text }));
    await start({ type: 'text', text: '', ...(citations.length > 0 ? { citations: [] } : {}) });
    for (const value of part.citesFirst === true ? [...citations, ...texts] : [...texts, ...citations])
      await delta(value);
  } else if (part.kind === 'thinking') {
    await start({ type: 'thinking', thinking: '', signature: '' });
    await delta({ type: 'thinking_delta', thinking: part.text });
    await delta({ type: 'signature_delta', signature: 'c2lnbmVk' });
  } else {
    await start({
      type: 'tool_use',
      id: `toolu_played_${request.body?.messages?.length ?? 0}_${index}`,
      name: part.name,
      input: {},
    });
    await delta({ type: 'input_json_delta', partial_json: '' });
    const json = typeof part.input === 'string' ? part.input : JSON.stringify(part.input);
    for (const piece of json.match(/[\s\S]{1,9}/gu) ?? [])
      await delta({ type: 'input_json_delta', partial_json: piece });
  }
  await send('content_block_stop', { index });
}

function received(path: string, headers: IncomingHttpHeaders, raw: string): ReceivedRequest {
  const body: unknown = raw === '' ? null : JSON.parse(raw);
  const results: { source: string; title: string; text: string }[] = [];
  collectResults(body, results);
  return { path, headers, raw, body, results };
}

function collectResults(value: unknown, into: { source: string; title: string; text: string }[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectResults(item, into);
  } else if (typeof value === 'object' && value !== null) {
    const block = value as { type?: unknown; source?: unknown; title?: unknown; content?: unknown };
    if (block.type === 'search_result' && Array.isArray(block.content)) {
      into.push({
        source: String(block.source),
        title: String(block.title),
        text: block.content.map((part: { text?: unknown }) => String(part.text)).join(''),
      });
    } else {
      for (const item of Object.values(value)) collectResults(item, into);
    }
  }
}

function lastUserText(request: ReceivedRequest): string {
  const content: unknown = request.body?.messages?.at(-1)?.content;
  const texts = Array.isArray(content) ? content.map((part: { text?: unknown }) => part.text) : [content];
  return (
    String(texts.findLast((text) => typeof text === 'string') ?? '')
      .trim()
      .split('\n')
      .at(-1) ?? ''
  );
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function errorBody(status: number): string {
  return JSON.stringify({ type: 'error', error: { type: errorTypes[status] ?? 'api_error', message: 'played' } });
}

function openable(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
