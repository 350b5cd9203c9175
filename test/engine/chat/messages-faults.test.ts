// Each fault that a host can have, and what the person sees of it (the table in docs/chat.md).
import { expect, it } from 'vitest';
import { ModelFailure } from '../../../electron/engine/chat/language-model.js';
import { fails, type Reply, says, streams } from '../../helpers/messages-server.js';
import { key, modelFor, officialModel, passages, playedHost, promptOf, question, watch } from './answer-setup.js';

const host = playedHost();
const yes = streams(says('Yes.', { result: 0 }));

async function failureOf(asked: Promise<unknown>): Promise<ModelFailure> {
  const thrown = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ModelFailure);
  return thrown as ModelFailure;
}

it.each([
  [400, 'host-refused', /does not take the request \(400\)/],
  [401, 'key-refused', /does not accept the key/],
  [402, 'host-refused', /no credit/],
  [403, 'key-refused', /may not use this model/],
  [404, 'host-refused', /does not know this model or address/],
  [413, 'host-refused', /too much text/],
] as const)('says once what %i means, and does not ask again', async (status, code, message) => {
  host.server.otherwise(() => fails(status));
  const failure = await failureOf(officialModel(host).answer(promptOf(), watch()));
  expect(failure.code).toBe(code);
  expect(failure.message).toMatch(message);
  expect(failure.sent).toMatchObject({ requests: 1, host: 'api.anthropic.com' });
  expect(host.server.requests).toHaveLength(1);
});

it.each([
  [408, 'host-failed'],
  [409, 'host-failed'],
  [429, 'host-overloaded'],
  [500, 'host-failed'],
  [502, 'host-failed'],
  [503, 'host-overloaded'],
  [529, 'host-overloaded'],
] as const)('asks again after %i, four times in all, ever later', async (status, code) => {
  host.server.otherwise(() => fails(status));
  const seen = watch();
  const failure = await failureOf(officialModel(host).answer(promptOf(), seen));
  expect(failure).toMatchObject({ code, sent: { requests: 4 } });
  expect(host.timers.sleeps).toEqual([750, 1_500, 3_000]);
  expect(seen.steps).toEqual([
    { kind: 'waiting', seconds: 1, reason: code },
    { kind: 'waiting', seconds: 2, reason: code },
    { kind: 'waiting', seconds: 3, reason: code },
  ]);
});

it('answers as soon as the host can', async () => {
  host.server.play(fails(500), fails(429), yes);
  expect(await officialModel(host).answer(promptOf(), watch())).toMatchObject({
    answer: 'Yes.',
    isPartial: false,
    sent: { requests: 3 },
  });
});

it.each([
  ['seconds', '7', 7_000],
  ['an HTTP date', 'Mon, 30 Nov 2026 12:00:20 GMT', 20_000],
  ['a date that is over', 'Mon, 30 Nov 2026 11:00:00 GMT', 0],
  ['nonsense: its own delay', 'soon', 750],
] as const)('obeys retry-after given as %s', async (_kind, value, delayMs) => {
  host.server.play(fails(429, { 'retry-after': value }), yes);
  await officialModel(host).answer(promptOf(), watch());
  expect(host.timers.sleeps).toEqual([delayMs]);
});

it('does not wait for a host that asks for more than a minute, and says how long it is', async () => {
  host.server.play(fails(429, { 'retry-after': '600' }));
  const failure = await failureOf(officialModel(host).answer(promptOf(), watch()));
  expect(failure).toMatchObject({ code: 'host-overloaded', message: expect.stringContaining('10 min') });
  expect(host.timers.sleeps).toEqual([]);
});

it('asks the stand-in once the model was overloaded twice', async () => {
  host.server.play(fails(529), fails(529), yes);
  const answer = await officialModel(host).answer(promptOf(), watch());
  expect(host.server.requests.map(({ body }) => body.model)).toEqual([
    'claude-opus-5-5',
    'claude-opus-5-5',
    'claude-sonnet-5-5',
  ]);
  expect(answer.sent).toMatchObject({ model: 'claude-sonnet-5-5', costUsd: expect.any(Number) });
});

it('begins again after a stream that was cut, and shows only the new text', async () => {
  host.server.play(streams(says('The shop pa', { result: 1 }), { kind: 'cut' }), yes);
  const answer = await officialModel(host).answer(promptOf(), watch());
  expect(answer).toMatchObject({ answer: 'Yes.', isPartial: false, citations: [{ passage: 0 }] });
});

it.each([
  ['torn', { kind: 'cut' }],
  ['ended early', { kind: 'end' }],
  ['ended by an overload', { kind: 'error', type: 'overloaded_error' }],
  ['broken by garbage', { kind: 'raw', data: 'event: content_block_delta\ndata: {"type": oops\n\n' }],
] as const)('keeps what was said when every try is %s', async (_how, part) => {
  host.server.otherwise(() => streams(says('The shop pays. And '), part));
  const answer = await officialModel(host).answer(promptOf(), watch());
  expect(answer).toMatchObject({ answer: 'The shop pays. And', isPartial: true });
});

it('is told of an overload inside the stream when nothing was said', async () => {
  host.server.otherwise(() => streams({ kind: 'error', type: 'overloaded_error' }));
  expect(await failureOf(officialModel(host).answer(promptOf(), watch()))).toMatchObject({ code: 'host-overloaded' });
});

it('waits for a late first byte, and says that it does', async () => {
  host.server.play({ kind: 'stream', parts: [says('Here I am.')], isLate: true });
  const seen = watch();
  const asked = officialModel(host).answer(promptOf(), seen);
  await host.server.atGate();
  host.timers.pass(15_000);
  expect(seen.steps).toEqual([{ kind: 'waiting', seconds: 15, reason: 'host-unreachable' }]);
  host.server.openGate();
  expect((await asked).answer).toBe('Here I am.');
});

it('gives a silent host up after a minute and asks again', async () => {
  host.server.play({ kind: 'silent' }, yes);
  const asked = officialModel(host).answer(promptOf(), watch());
  await host.server.atGate();
  host.timers.pass(60_000);
  expect(await asked).toMatchObject({ answer: 'Yes.', sent: { requests: 2 } });
});

it('gives up on silence in the middle of a stream, too', async () => {
  host.server.play(streams(says('The '), { kind: 'gate' }), yes);
  const seen = watch();
  const asked = officialModel(host).answer(promptOf(), seen);
  await host.server.atGate();
  await expect.poll(() => seen.drafts.at(-1)?.answer).toBe('The ');
  host.timers.pass(60_000);
  expect((await asked).answer).toBe('Yes.');
});

const sse = (data: string): Reply => ({
  kind: 'status',
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: data,
});

it.each([
  ['a web page', { kind: 'status', status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' }],
  ['nothing at all', sse('')],
  ['no JSON', sse('event: message_start\ndata: {"type": oops\n\n')],
  ['JSON that is no event', sse('event: message_start\ndata: [1, 2]\n\n')],
  [
    'an event out of order',
    sse('event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta"}}\n\n'),
  ],
  [
    'text that is a number',
    streams({
      kind: 'raw',
      data: 'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":7}}\n\n',
    }),
  ],
  ['twenty megabytes of one line', sse(`event: message_start\ndata: ${'x'.repeat(20_000_000)}`)],
] as const)('takes %s for no answer, and asks only once more', async (_what, reply) => {
  host.server.otherwise(() => reply);
  const failure = await failureOf(officialModel(host).answer(promptOf(), watch()));
  expect(failure).toMatchObject({ code: 'host-answer-broken', sent: { requests: 2 } });
});

it('passes over events and parts that it does not know', async () => {
  host.server.play(
    streams(
      { kind: 'raw', data: 'event: news\ndata: {"type":"news","of":1}\n\n' },
      {
        kind: 'raw',
        data: 'event: content_block_start\ndata: {"type":"content_block_start","index":90,"content_block":{"type":"picture"}}\n\n',
      },
      says('Yes.'),
    ),
  );
  expect((await officialModel(host).answer(promptOf(), watch())).answer).toBe('Yes.');
});

it('gives up an answer that never ends, and keeps its beginning', async () => {
  host.server.otherwise(() => streams({ kind: 'text', deltas: Array(30).fill('x'.repeat(5_000)) }));
  const answer = await officialModel(host).answer(promptOf(), watch());
  expect(answer.isPartial).toBe(true);
  expect(answer.answer.length).toBeLessThanOrEqual(105_000);
});

it('follows no redirect, so that the key goes nowhere else', async () => {
  host.server.otherwise(() => fails(307, { location: `${host.server.url}/elsewhere` }));
  const failure = await failureOf(officialModel(host).answer(promptOf(), watch()));
  expect(failure).toMatchObject({ code: 'host-refused', message: expect.stringContaining('another address') });
  expect(host.server.requests.map(({ path }) => path)).toEqual(['/v1/messages']);
});

it.each([
  ['hangs up', 'hang-up'],
  ['is not there', 'closed'],
] as const)('says that a host which %s cannot be reached', async (_how, kind) => {
  if (kind === 'closed') await host.server.close();
  else host.server.otherwise(() => ({ kind: 'hang-up' }));
  const failure = await failureOf(officialModel(host).answer(promptOf(), watch()));
  expect(failure).toMatchObject({ code: 'host-unreachable', sent: { requests: 4 } });
});

it('says so when the model declines', async () => {
  host.server.play({ kind: 'stream', parts: [], stopReason: 'refusal' });
  expect(await failureOf(officialModel(host).answer(promptOf(), watch()))).toMatchObject({ code: 'host-refused' });
});

it('takes nothing that the model began to say before it declined for an answer', async () => {
  host.server.play({ kind: 'stream', parts: [says('The tank holds')], stopReason: 'refusal' });
  expect(await failureOf(officialModel(host).answer(promptOf(), watch()))).toMatchObject({ code: 'host-refused' });
});

it('marks an answer that ran into its limit', async () => {
  host.server.play({ kind: 'stream', parts: [says('One, two')], stopReason: 'max_tokens' });
  expect(await officialModel(host).answer(promptOf(), watch())).toMatchObject({ answer: 'One, two', isPartial: true });
});

it('tells of a host that is silent while a follow-up is rewritten, and gives it up after twenty seconds', async () => {
  host.server.play({ kind: 'silent' }, { kind: 'silent' });
  const seen = watch();
  const rewriting = failureOf(officialModel(host).rewrite([{ question: 'a', answer: 'b' }], 'c', seen));
  await host.server.atGate();
  host.timers.pass(15_000);
  expect(seen.steps).toEqual([{ kind: 'waiting', seconds: 15, reason: 'host-unreachable' }]);
  host.timers.pass(20_000);
  seen.stop.abort();
  expect(await rewriting).toMatchObject({ code: 'cancelled' });
  host.server.openGate();
});

it('tries a rewriting only twice', async () => {
  host.server.otherwise(() => fails(529));
  const rewriting = officialModel(host).rewrite([{ question: 'a', answer: 'b' }], 'c', watch());
  expect(await failureOf(rewriting)).toMatchObject({ code: 'host-overloaded', sent: { requests: 2 } });
});

it('repeats neither the key nor the words of anybody in an error', async () => {
  const told = [key, question, passages[0]?.text ?? '', 'played'];
  for (const status of [400, 401, 403, 404, 413, 418, 500]) {
    const echo = JSON.stringify({ type: 'error', error: { type: 'x', message: told.join(' ') } });
    host.server.otherwise(() => ({ kind: 'status', status, body: echo }));
    const failure = await failureOf(officialModel(host).answer(promptOf(), watch()));
    const whole = `${failure.message} ${failure.stack} ${String(failure.cause)} ${JSON.stringify(failure)}`;
    for (const words of told) expect(whole).not.toContain(words);
  }
});

it('does not let a key into a header that it does not fit', async () => {
  const failure = await failureOf(modelFor(host, { key: 'sk-ü\n-1' }).answer(promptOf(), watch()));
  expect(failure.code).toBe('key-refused');
  expect(failure.message).not.toContain('sk-');
  expect(host.server.requests).toHaveLength(0);
});
