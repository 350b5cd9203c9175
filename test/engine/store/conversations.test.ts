// Conversations in a real file: kept, listed, searched, renamed, replaced, removed, and forgotten with the documents they quote.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeFile } from '../../../electron/engine/store/reset.js';
import type { Answer, AnswerPassage } from '../../../shared/domain/chat.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const passage: AnswerPassage = {
  documentId: 'd1',
  chunkId: 'c1',
  path: '/papers/lease.md',
  title: null,
  type: 'md',
  offline: false,
  text: 'The deposit is two rents.',
  start: 0,
  end: 25,
  locator: { page: null, line: 1, headingPath: [], sheet: null, row: null, slide: null, part: null },
  recognised: null,
  cosine: 0.9,
  relevance: 0.8,
};

function answered(text: string, passages: readonly AnswerPassage[] = [passage]): Answer {
  return {
    kind: 'extractive',
    answer: text,
    confidence: 'high',
    queryUsed: 'deposit',
    steps: [],
    sources: passages.map((one, at) => ({ ...one, n: at + 1 })),
    citations: [{ n: 1, at: text.length, quote: text, start: 0, end: 25 }],
    passagesRead: passages,
    nearest: [],
    answerable: 0.8,
    sent: null,
    problem: null,
    isStopped: false,
    isFromCache: false,
    seconds: 0.1,
  };
}

const asked = '2026-01-02T03:04:05.000Z';
const first = { conversationId: null, question: 'How much is the deposit?', asked, answer: answered(passage.text) };

test('a first question begins a conversation that is named by it and read back as it was', () => {
  const { store } = openTestStore();
  const { conversation, turn } = store.saveTurn({ ...first, scope: { types: ['md'] } });
  expect(conversation).toMatchObject({ title: 'How much is the deposit?', created: asked, turns: 1 });
  expect(conversation.conversationId).toMatch(/^k[0-9a-f]{32}$/);
  expect(store.conversation(conversation)).toEqual({ ...conversation, scope: { types: ['md'] }, all: [turn] });
  expect(turn.answer).toEqual(first.answer);
});

test('a long first question gives a title of one short line', () => {
  const { store } = openTestStore();
  const { conversation } = store.saveTurn({ ...first, question: `What\u202e about\n${'the deposit '.repeat(20)}` });
  expect(conversation.title).toMatch(/^What about the deposit .*…$/);
  expect(conversation.title.length).toBeLessThanOrEqual(81);
});

test('asking a turn again replaces it and all that follow, and those before stay', () => {
  const { store } = openTestStore();
  const { conversation, turn } = store.saveTurn(first);
  const { conversationId } = conversation;
  const second = store.saveTurn({ ...first, conversationId, question: 'And the rent?' });
  store.saveTurn({ ...first, conversationId, question: 'And the heating?' });
  store.saveTurn({ ...first, conversationId, question: 'And the water?', replaceTurnId: second.turn.turnId });
  const questions = store.conversation({ conversationId }).all.map(({ question }) => question);
  expect(questions).toEqual([turn.question, 'And the water?']);
  expect(() => store.saveTurn({ ...first, conversationId, replaceTurnId: second.turn.turnId })).toThrow(
    expect.objectContaining({ code: 'not-found' }),
  );
  expect(store.conversation({ conversationId }).turns).toBe(2);
});

test('conversations are found by beginnings of words in title, question or answer, accents and case aside', () => {
  const { store } = openTestStore();
  const { conversation } = store.saveTurn({ ...first, answer: answered('La fianza se devolverá al salir.') });
  store.saveTurn({ ...first, question: 'Where is the meter?', answer: answered('In the cellar.') });
  const found = (query: string) =>
    store.conversations({ query, offset: 0, limit: 10 }).conversations.map(({ title }) => title);
  expect(found('')).toEqual(['Where is the meter?', 'How much is the deposit?']);
  expect(found('DEVOLVERA fian')).toEqual(['How much is the deposit?']);
  expect(found('olver')).toEqual([]);
  expect(found(`%_"'`)).toHaveLength(2);
  store.renameConversation({ conversationId: conversation.conversationId, title: '  Flat\nin Gràcia ' });
  expect(found('gracia')).toEqual(['Flat in Gràcia']);
  expect(store.conversations({ offset: 1, limit: 10 })).toMatchObject({ total: 2, conversations: [{ turns: 1 }] });
});

test('a removed conversation is gone with its turns, and asking for it says so', () => {
  const { store } = openTestStore();
  const { conversation } = store.saveTurn(first);
  store.removeConversation(conversation);
  expect(store.conversations({ offset: 0, limit: 10 })).toEqual({ conversations: [], total: 0 });
  for (const call of [store.conversation, store.removeConversation]) {
    expect(() => call(conversation)).toThrow(expect.objectContaining({ code: 'not-found' }));
  }
});

test('with a folder that is taken out go the answers made from its documents, from the file too; questions and other answers stay', () => {
  const { store, folder, file } = openTestStore();
  const papers = temporaryFolder();
  mkdirSync(join(papers, 'kept'));
  mkdirSync(join(papers, 'out'));
  writeFileSync(join(papers, 'kept', 'a.txt'), 'The meter is in the cellar.');
  writeFileSync(join(papers, 'out', 'b.txt'), 'The password is xylophone.');
  indexFolder(store, join(papers, 'kept'));
  indexFolder(store, join(papers, 'out'));
  const { documents } = store.documents({ offset: 0, limit: 10 });
  const idOf = (name: string): string => documents.find(({ path }) => path.endsWith(name))?.documentId ?? '';
  const kept = answered('In the cellar.', [{ ...passage, documentId: idOf('a.txt') }]);
  const gone = answered('xylophone', [{ ...passage, documentId: idOf('b.txt'), text: 'xylophone' }]);
  const { conversation } = store.saveTurn({ ...first, answer: kept });
  const { conversationId } = conversation;
  store.saveTurn({ ...first, conversationId, question: 'What is the password?', answer: gone });
  const out = store.roots(null).find(({ path }) => path.endsWith('out'));
  store.removeRoot({ folderId: out?.folderId ?? 0 });
  const [one, two] = store.conversation({ conversationId }).all;
  expect(one?.answer).toEqual(kept);
  expect(two).toMatchObject({
    question: 'What is the password?',
    answer: { kind: 'failed', answer: '', sources: [], passagesRead: [], problem: { code: 'not-found' } },
  });
  expect(store.conversations({ query: 'xylophone', offset: 0, limit: 10 }).total).toBe(0);
  store.close(null);
  freeFile(folder);
  expect(readFileSync(file).includes('xylophone')).toBe(false);
  expect(readFileSync(file).includes('In the cellar')).toBe(true);
});

test('forgetting everything forgets conversations too', () => {
  const { store } = openTestStore();
  store.saveTurn(first);
  store.reset({ collection: null });
  expect(store.conversations({ offset: 0, limit: 10 }).total).toBe(0);
  expect(store.freeing({ isGoingOn: false })).toBe(true);
});

test('a library file that is put aside for a new one takes its conversations along', () => {
  const { store } = openTestStore();
  const { conversation, turn } = store.saveTurn({ ...first, scope: { types: ['md'] } });
  store.rebuild(null);
  expect(store.conversation(conversation)).toEqual({ ...conversation, scope: { types: ['md'] }, all: [turn] });
  expect(store.conversations({ query: 'rents', offset: 0, limit: 10 }).total).toBe(1);
});

test('a conversation that could not be written is written later under its own name, in the place of what there was', () => {
  const { store } = openTestStore();
  const begun = store.saveTurn(first);
  const { conversationId } = begun.conversation;
  const unsaved = { ...begun.turn, turnId: -1, question: 'And the rent?' };
  const whole = { ...store.conversation({ conversationId }), all: [begun.turn, unsaved] };
  const { turnIds } = store.saveConversation(whole);
  expect(turnIds[0]).toBe(begun.turn.turnId);
  expect(turnIds[1]).toBeGreaterThan(0);
  const { all } = store.conversation({ conversationId });
  expect(all.map(({ question }) => question)).toEqual([first.question, 'And the rent?']);
  expect(store.conversations({ offset: 0, limit: 10 }).total).toBe(1);
});
