// One process at a time has a library open.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStore } from '../../../electron/engine/store/store.js';
import { testGeneration } from '../../helpers/make-document.js';
import { openTestStore } from '../../helpers/open-test-store.js';
import { startStoreProcess } from '../../helpers/store-process.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

function open(folder: string): unknown {
  return createStore().open({ folder, generation: testGeneration, holder: 'command line' });
}

test('a library that another process has open is refused, naming that process, until it is killed', async () => {
  const folder = temporaryFolder();
  const other = startStoreProcess(folder, 'hold');
  expect(await other.lines(1)).toEqual(['open']);
  const refusal = expect.objectContaining({
    code: 'library-locked',
    message: expect.stringContaining(`in use by process ${other.pid} (window)`),
  });
  expect(() => open(folder)).toThrow(refusal);
  await other.kill();
  // The note of the killed process is still there, and means nothing.
  expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).toMatchObject({ pid: other.pid });
  const { store } = openTestStore({ folder });
  expect(store.status(null).chunks).toBe(0);
});

test('a second opening in the same process is refused too, and the first goes on', () => {
  const { store, folder } = openTestStore();
  const who = `process ${process.pid} (command line)`;
  expect(() => open(folder)).toThrow(expect.objectContaining({ message: expect.stringContaining(who) }));
  store.addRoot({ path: '/documents', isFile: false, collection: 'default' });
  expect(() => open(folder)).toThrow(expect.objectContaining({ code: 'library-locked' }));
  store.close(null);
  expect(openTestStore({ folder }).store.roots(null)).toHaveLength(1);
});

test('a lock file that is damaged is made anew', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock.db'), Buffer.alloc(5_000, 'no database '));
  const { store } = openTestStore({ folder });
  expect(store.roots(null)).toEqual([]);
  expect(() => open(folder)).toThrow(expect.objectContaining({ code: 'library-locked' }));
});
