// The log of answers: only where it is wanted, without a word of documents, never larger than it may be, and gone when it is cleared.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AnswerLog } from '../../../electron/engine/chat/answer-log.js';
import { answerLogName } from '../../../shared/domain/library.js';
import { keptTurn } from '../../helpers/kept-turn.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const { asked, question, answer } = keptTurn('How much is the deposit?', 'd1');
const logged = { asked, question, scope: { types: ['txt'] }, mode: 'model', answer } as const;

function logIn(folder: string): AnswerLog {
  const log = new AnswerLog(folder);
  log.isOn = true;
  return log;
}

test('nothing is written before it is switched on', () => {
  const log = new AnswerLog(temporaryFolder());
  expect(log.write(logged)).toBe(false);
  expect(log.bytes).toBe(0);
});

test('a line tells question, filter, passages with their figures, decision, model and time, and no text of documents or answers', () => {
  const folder = temporaryFolder();
  logIn(folder).write(logged);
  const file = join(folder, answerLogName);
  const line = readFileSync(file, 'utf8');
  expect(JSON.parse(line)).toMatchObject({
    ...{ asked, question, queryUsed: question, filter: { types: ['txt'] }, mode: 'model', decision: 'answered' },
    passages: [{ documentId: 'd1', chunkId: 'c1', cosine: 0.9, relevance: 0.8, cited: 1 }],
    ...{ model: null, usage: null, seconds: 0.1, isFromCache: false },
  });
  expect(line).not.toContain('rents');
  expect(line).not.toContain('/papers');
  expect(process.platform === 'win32' ? 0o600 : statSync(file).mode & 0o777).toBe(0o600);
});

test('it never grows beyond its bound, and clearing takes all of it away', () => {
  const folder = temporaryFolder();
  const log = logIn(folder);
  writeFileSync(join(folder, answerLogName), 'x'.repeat(2 * 1024 * 1024));
  log.write(logged);
  log.write(logged);
  expect(readFileSync(join(folder, answerLogName), 'utf8').trim().split('\n')).toHaveLength(2);
  writeFileSync(join(folder, answerLogName), 'y'.repeat(2 * 1024 * 1024));
  log.write(logged);
  expect(log.bytes).toBeLessThan(3 * 1024 * 1024);
  log.clear();
  expect(log.bytes).toBe(0);
});

test('where it cannot be written an answer is given all the same', () => {
  expect(logIn(join(temporaryFolder(), 'not there')).write(logged)).toBe(false);
});
