// What a model does by itself while it answers: search again and open passages, read only and bounded.
import { expect, it } from 'vitest';
import type { ModelTools } from '../../../electron/engine/chat/language-model.js';
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import { passage } from '../../helpers/chat-parts.js';
import { type Part, says, streams } from '../../helpers/messages-server.js';
import { officialModel, passages, playedHost, promptOf, watch } from './answer-setup.js';

const host = playedHost();
const found = passage('Broken parcels are replaced. Send a photo.');

function toolsThatFind(...results: readonly AnswerPassage[]): ModelTools & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    search: async (query) => {
      asked.push(query);
      return results;
    },
    open: async (chunkId) => {
      asked.push(chunkId);
      return passage('Before. The shop pays for the way back. After.', { chunkId, end: 46 });
    },
  };
}

const searches = (query: unknown): Part => ({ kind: 'tool', name: 'search_documents', input: { query } });
const opens = (name: unknown): Part => ({ kind: 'tool', name: 'open_passage', input: { passage: name } });

it('searches again and cites what it found', async () => {
  host.server.play(
    streams({ kind: 'thinking', text: 'Not here.' }, says('Let me look. '), searches('broken parcel')),
    streams(says('It is replaced.', { result: 2, quote: 'Broken parcels are replaced. ' })),
  );
  const tools = toolsThatFind(found, passages[0] as AnswerPassage);
  const seen = watch({ tools });
  const answer = await officialModel(host).answer(promptOf(), seen);
  expect(tools.asked).toEqual(['broken parcel']);
  expect(answer).toMatchObject({
    answer: 'It is replaced.',
    passages: [...passages, found],
    citations: [{ passage: 2, at: 15, quote: 'Broken parcels are replaced. ' }],
    sent: { requests: 2, passages: [{}, {}, { chunkId: found.chunkId }], usage: { input: 240 } },
  });
  expect(seen.steps).toEqual([{ kind: 'searched', query: 'broken parcel', passages: 2 }]);
  const [, call, result] = host.server.requests[1]?.body.messages ?? [];
  expect(call.content.map((block: { type: string }) => block.type)).toEqual(['thinking', 'text', 'tool_use']);
  expect(call.content[0]).toMatchObject({ thinking: 'Not here.', signature: 'c2lnbmVk' });
  expect(result.content).toEqual([
    {
      type: 'tool_result',
      tool_use_id: call.content[2].id,
      content: [expect.objectContaining({ type: 'search_result', source: 'passage-3' })],
    },
  ]);
});

it('opens a passage by the name that it was given, and no other', async () => {
  host.server.play(
    streams(opens('passage-1')),
    streams(opens('passage-99'), opens('/etc/passwd'), opens(7)),
    streams(says('Done.')),
  );
  const tools = toolsThatFind();
  const seen = watch({ tools });
  await officialModel(host).answer(promptOf(), seen);
  expect(tools.asked).toEqual([passages[0]?.chunkId]);
  expect(seen.steps).toEqual([{ kind: 'opened', chunkId: passages[0]?.chunkId }]);
  const results = host.server.requests[2]?.body.messages.at(-1).content;
  expect(results.map((result: { is_error?: boolean }) => result.is_error)).toEqual([true, true, true]);
});

it('makes at most four steps, then has to answer', async () => {
  host.server.otherwise((request) =>
    request.body.tool_choice?.type === 'none' ? streams(says('Enough.')) : streams(searches('more'), searches('again')),
  );
  const tools = toolsThatFind(found);
  const answer = await officialModel(host).answer(promptOf(), watch({ tools }));
  expect(answer.answer).toBe('Enough.');
  expect(tools.asked).toHaveLength(4);
  expect(host.server.requests).toHaveLength(3);
});

it('ends even with a model that calls on although it may not', async () => {
  host.server.otherwise(() => streams(searches('more')));
  const tools = toolsThatFind(found);
  const answer = await officialModel(host).answer(promptOf(), watch({ tools }));
  expect(answer.answer).toBe('');
  expect(tools.asked).toHaveLength(4);
});

it.each([
  ['no JSON', '{"query": '],
  ['another shape', { words: 'x' }],
  ['an endless query', { query: 'x'.repeat(5_000) }],
])('takes %s for no call', async (_what, input) => {
  host.server.play(streams({ kind: 'tool', name: 'search_documents', input }), streams(says('Done.')));
  const tools = toolsThatFind(found);
  expect((await officialModel(host).answer(promptOf(), watch({ tools }))).answer).toBe('Done.');
  expect(tools.asked).toEqual([]);
});

it('has no tools but its own', async () => {
  host.server.play(streams({ kind: 'tool', name: 'delete_library', input: {} }), streams(says('Done.')));
  const tools = toolsThatFind(found);
  await officialModel(host).answer(promptOf(), watch({ tools }));
  expect(tools.asked).toEqual([]);
  const names = host.server.requests[0]?.body.tools.map((tool: { name: string }) => tool.name);
  expect(names).toEqual(['search_documents', 'open_passage']);
});

it('answers on when a search of ours fails, without telling why', async () => {
  host.server.play(streams(searches('x')), streams(says('Done.')));
  const tools: ModelTools = {
    search: () => Promise.reject(new Error('secret reason')),
    open: async () => null,
  };
  expect((await officialModel(host).answer(promptOf(), watch({ tools }))).answer).toBe('Done.');
  expect(host.server.requests[1]?.raw).not.toContain('secret reason');
});

it('stops while a tool runs', async () => {
  host.server.play(streams(searches('x')));
  const seen = watch({
    tools: {
      search: async () => {
        seen.stop.abort();
        return [found];
      },
      open: async () => null,
    },
  });
  expect(await officialModel(host).answer(promptOf(), seen)).toMatchObject({ answer: '', isPartial: true });
  expect(host.server.requests).toHaveLength(1);
});

it('offers no tools when it was given none', async () => {
  await officialModel(host).answer(promptOf(), watch());
  expect(host.server.requests[0]?.body.tools).toBeUndefined();
});
