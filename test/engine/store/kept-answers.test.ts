// Answers that may be given again, in a real file: found by what they mean, and gone as soon as they may no longer hold.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../../shared/domain/chat.js';
import { keptTurn, unitVector } from '../../helpers/kept-turn.js';
import { indexFolder, openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const question = 'How much is the deposit?';

function libraryOfTwo() {
  const { store } = openTestStore();
  const papers = temporaryFolder();
  writeFileSync(join(papers, 'lease.txt'), 'The deposit is two rents.');
  writeFileSync(join(papers, 'meter.txt'), 'The meter is in the cellar.');
  indexFolder(store, papers);
  const { documents } = store.documents({ offset: 0, limit: 10 });
  const idOf = (name: string): string => documents.find(({ path }) => path.endsWith(name))?.documentId ?? '';
  const find = (asked = question, key = 'scope', vector = unitVector(1)) =>
    store.keptAnswer({ key, question: asked, vector });
  const keep = (): Answer => {
    const turn = keptTurn(question, idOf('lease.txt'));
    const { revision } = find();
    store.saveTurn({ ...turn, keepUnder: { key: 'scope', question, vector: unitVector(1), revision } });
    return turn.answer;
  };
  return { store, papers, find, keep };
}

test('an answer is found again for the same question under the same terms, and for no other', () => {
  const { find, keep } = libraryOfTwo();
  expect(find().kept).toBeNull();
  const answer = keep();
  expect(find().kept).toEqual({ answer, question, asked: '2026-01-02T03:04:05.000Z', isCurrent: true });
  expect(find('how much is the deposit, please').kept?.answer).toEqual(answer);
  expect(find('How much is the rent?').kept).toBeNull();
  expect(find(question, 'another scope').kept).toBeNull();
  expect(find(question, 'scope', unitVector(0)).kept).toBeNull();
});

test('when another document changes it is known by its passages alone; when its own does it is gone', () => {
  const { store, papers, find, keep } = libraryOfTwo();
  keep();
  writeFileSync(join(papers, 'meter.txt'), 'The meter is in the attic.');
  indexFolder(store, papers);
  expect(find().kept?.isCurrent).toBe(false);
  writeFileSync(join(papers, 'lease.txt'), 'The deposit is three rents.');
  indexFolder(store, papers);
  expect(find().kept).toBeNull();
});

test('a look at what has not changed leaves it as it is', () => {
  const { store, papers, find, keep } = libraryOfTwo();
  keep();
  indexFolder(store, papers);
  expect(find().kept?.isCurrent).toBe(true);
});

test('it goes with its conversation, and with a folder that is taken out', () => {
  const { store, find, keep } = libraryOfTwo();
  keep();
  const [conversation] = store.conversations({ offset: 0, limit: 1 }).conversations;
  store.removeConversation({ conversationId: conversation?.conversationId ?? '' });
  expect(find().kept).toBeNull();
  keep();
  store.removeRoot({ folderId: store.roots(null)[0]?.folderId ?? 0 });
  expect(find().kept).toBeNull();
});

test('an answer from before a change is not kept at all', () => {
  const { store, papers, find } = libraryOfTwo();
  const { revision } = find();
  writeFileSync(join(papers, 'meter.txt'), 'The meter is in the attic.');
  indexFolder(store, papers);
  const [document] = store.documents({ offset: 0, limit: 1 }).documents;
  const turn = keptTurn(question, document?.documentId ?? '');
  store.saveTurn({ ...turn, keepUnder: { key: 'scope', question, vector: unitVector(1), revision } });
  expect(find().kept).toBeNull();
});
