// Answers go with what a person takes out, whichever way it went: the file first, its words first, or while the answer was being written.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeFile } from '../../../electron/engine/store/reset.js';
import { createStore } from '../../../electron/engine/store/store.js';
import type { Answer, ChatScope } from '../../../shared/domain/chat.js';
import { filesWith } from '../../helpers/carried-library.js';
import { keptTurn } from '../../helpers/kept-turn.js';
import { testGeneration } from '../../helpers/make-document.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

const canary = 'xylophonecanary';
const secret = `The door code is ${canary} since Monday.`;

/** A secret folder with a collection of its own, a plain one, and an answer that quotes the secret. */
function asked(scope: ChatScope = {}) {
  const { store, folder } = openTestStore();
  const [root, plain] = [temporaryFolder(), temporaryFolder()];
  writeFiles(root, { 'code.txt': secret, 'other.txt': 'The heron stands in the mill stream.' });
  writeFiles(plain, { 'mill.txt': 'The miller counts the herons.' });
  store.addRoot({ path: root, isFile: false, collection: 'priv' });
  indexFolder(store, root);
  indexFolder(store, plain);
  const request = { ...turnAbout(), asked: new Date().toISOString(), scope };
  function turnAbout() {
    const { documents } = store.documents({ offset: 0, limit: 10 });
    const found = documents.find(({ path }) => path === join(root, 'code.txt'));
    const turn = keptTurn('What is the code?', found?.documentId ?? '');
    const passagesRead = turn.answer.passagesRead.map((one) => ({ ...one, path: found?.path ?? '', text: secret }));
    const answer: Answer = { ...turn.answer, answer: `It is ${canary}.`, sources: [], citations: [], passagesRead };
    return { ...turn, answer };
  }
  const rootId = (path: string): number => store.roots(null).find((one) => one.path === path)?.folderId ?? 0;
  const kindNow = (conversationId: string) =>
    store.conversation({ conversationId }).all.map(({ answer }) => answer.kind);
  return { store, folder, root, plain, request, rootId, kindNow };
}

type Asked = ReturnType<typeof asked>;

const ways: readonly (readonly [string, (library: Asked) => unknown])[] = [
  [
    'its file was deleted, and then its folder removed',
    ({ store, root, rootId }) => {
      rmSync(join(root, 'code.txt'));
      expect(indexFolder(store, root).removed).toBe(1);
      store.removeRoot({ folderId: rootId(root) });
    },
  ],
  [
    'its file was deleted, and then its collection reset',
    ({ store, root }) => {
      rmSync(join(root, 'code.txt'));
      indexFolder(store, root);
      store.reset({ collection: 'priv' });
    },
  ],
  [
    'its file was changed, and read again by force',
    ({ store, root }) => {
      writeFileSync(join(root, 'code.txt'), 'There is no code.');
      indexFolder(store, root);
      indexFolder(store, root, { force: true, embedAgain: true });
    },
  ],
  [
    'its file was deleted, and a person said so',
    ({ store, root }) => {
      rmSync(join(root, 'code.txt'));
      indexFolder(store, root, { missing: 'remove' });
    },
  ],
];

test.each(ways)('an answer is in no file any more after %s', (_, takeOut) => {
  const library = asked();
  const { store, folder, request, kindNow } = library;
  const { conversationId } = store.saveTurn(request).conversation;
  takeOut(library);
  expect(kindNow(conversationId)).toEqual(['failed']);
  expect(store.freeing({ isGoingOn: true })).toBe(true);
  freeFile(folder);
  store.freeing({ isGoingOn: false });
  expect(filesWith(folder, canary)).toEqual([]);
});

test('an answer stays when another folder goes, when its document is read again as it was, and when its file is deleted', () => {
  const { store, root, plain, request, rootId, kindNow } = asked();
  const { conversationId } = store.saveTurn(request).conversation;
  store.removeRoot({ folderId: rootId(plain) });
  indexFolder(store, root, { force: true, embedAgain: true });
  rmSync(join(root, 'code.txt'));
  indexFolder(store, root);
  expect(kindNow(conversationId)).toEqual(['answered']);
});

test.each<readonly [string, (library: Asked) => unknown]>([
  ['its folder was removed', ({ store, root, rootId }) => store.removeRoot({ folderId: rootId(root) })],
  ['everything was reset', ({ store }) => store.reset({ collection: null })],
  [
    'its document was changed and read again by force',
    ({ store, root }) => {
      writeFileSync(join(root, 'code.txt'), 'There is no code.');
      indexFolder(store, root, { force: true, embedAgain: true });
    },
  ],
])('an answer that was being written while %s is not kept', (_, takeOut) => {
  const library = asked({ collection: 'priv' });
  const { store, folder, request } = library;
  takeOut(library);
  freeFile(folder);
  const { conversation, turn } = store.saveTurn(request);
  expect(turn.answer.kind).toBe('failed');
  expect(store.conversation(conversation).scope).not.toHaveProperty('collection');
  // As one that could not be written when it was asked.
  const all = [{ ...turn, turnId: -1, answer: request.answer }];
  store.saveConversation({ ...conversation, conversationId: `k${'0'.repeat(32)}`, scope: {}, all });
  expect(filesWith(folder, canary)).toEqual([]);
});

test('an answer that was being written while another folder was removed is kept', () => {
  const { store, plain, request, rootId } = asked();
  store.removeRoot({ folderId: rootId(plain) });
  expect(store.saveTurn(request).turn.answer).toEqual(request.answer);
});

test('the place where a conversation looked is named nowhere when it goes, and does not become everything', () => {
  const { store, folder, root, plain, request } = asked();
  const scopes: readonly ChatScope[] = [
    { collection: 'priv' },
    { paths: [join(root, 'code.txt')] },
    { paths: [plain] },
  ];
  const ids = scopes.map((scope) => store.saveTurn({ ...request, scope }).conversation.conversationId);
  store.reset({ collection: 'priv' });
  const kept = ids.map((conversationId) => store.conversation({ conversationId }).scope);
  expect(kept.slice(0, 2)).toEqual([nowhereScope, nowhereScope]);
  expect(kept[2]).toEqual({ paths: [plain] });
  freeFile(folder);
  expect(filesWith(folder, root)).toEqual([]);
});

const nowhereScope = { folderIds: [Number.MAX_SAFE_INTEGER] };

test('killed right after everything was reset, the next start has neither graph nor names of folders', () => {
  const { store, folder, root } = asked();
  const [graph, list] = [join(folder, 'graph-1.hnsw'), join(folder, 'folders.json')];
  const before = readFileSync(list);
  expect(before.includes(root)).toBe(true);
  store.reset({ collection: null });
  store.close(null);
  // As they were when the process was killed.
  writeFileSync(graph, 'vectors of what went');
  writeFileSync(list, before);
  const again = createStore();
  again.open({ folder, generation: testGeneration, holder: 'command line' });
  expect(filesWith(folder, 'vectors of what went')).toEqual([]);
  expect(readFileSync(list, 'utf8')).toBe('[]');
  again.close(null);
});
