// The built worker thread serves the same store, and its errors keep their codes.
import { expect, onTestFinished, test } from 'vitest';
import type { StoreMethods } from '../../../electron/engine/store/store-methods.js';
import { startWorker } from '../../../electron/engine/workers/start-worker.js';
import {
  hashOf,
  makeChunks,
  makeDocument,
  makeLayout,
  makeVectors,
  testGeneration,
} from '../../helpers/make-document.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

test('a document goes through the thread and back', async () => {
  const { client, terminate } = startWorker<StoreMethods>('store-worker');
  onTestFinished(terminate);
  const folder = temporaryFolder();
  await client.call('open', { folder, generation: testGeneration, holder: 'window' });
  const { folderId } = await client.call('addRoot', { path: '/documents', isFile: false, collection: 'default' });
  const { checkId } = await client.call('beginCheck', { folderId, under: '' });
  const entries = [{ relativePath: 'a.txt', sizeBytes: 1, modifiedMs: 1 }];
  const plan = await client.call('planBatch', { checkId, entries, force: false });
  const row = plan.toRead[0]?.row ?? 0;
  const text = 'alpha\n\nbeta';
  const layout = makeLayout(1, 0, 5);
  const chunks = makeChunks(text);
  const document = makeDocument(text, { layouts: [layout] });
  await client.call('saveWords', { row, contentHash: hashOf(text), sizeBytes: 1, modifiedMs: 1, document, chunks });
  const saved = await client.call('saveVectors', { vectors: makeVectors(chunks) });
  expect(saved).toEqual({ ready: 1 });
  const { documentId } = await client.call('documentAtPath', { path: '/documents/a.txt' });
  expect(await client.call('pageLayout', { documentId, page: 1 })).toMatchObject(layout);
  await expect(client.call('document', { documentId: 'd0' })).rejects.toMatchObject({ code: 'not-found' });
  await client.call('close', null);
  await expect(client.call('status', null)).rejects.toMatchObject({ code: 'bug' });
});
