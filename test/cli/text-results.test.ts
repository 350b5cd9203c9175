// Results as a person at a terminal reads them.
import { expect, it } from 'vitest';
import { hitsText, statusText } from '../../electron/cli/text-results.js';
import { makeLibrary } from '../helpers/made-library.js';

it('says of a question that only narrows that it does, with the documents that fit or without any', async () => {
  const { ask } = await makeLibrary({ 'a.md': { text: 'alpha', type: 'md' }, 'b.txt': 'beta' });
  const fitting = hitsText(ask('type:md'));
  expect(fitting).toMatch(/^Nothing to look for.*newest first:\n\n1\. \/library\/a\.md/u);
  const none = hitsText(ask('type:pdf'));
  expect(none).toMatch(/only narrows a search.*add words/u);
  expect(none).not.toContain('Nothing found');
  expect(none).toContain('No document fits type:pdf.');
  expect(hitsText(ask('gamma', { mode: 'words' }))).toBe('Nothing found.\nSearched 2 documents.\n');
});

it('names the filter that left nothing to search', async () => {
  const { ask } = await makeLibrary({ 'a.md': { text: 'alpha', type: 'md' } });
  expect(hitsText(ask('alpha in:nowhere'))).toBe('Nothing found.\nNo document fits in:nowhere.\n');
  expect(hitsText(ask('alpha', { filter: { collection: 'none' } }))).toBe(
    'Nothing found.\nNo document fits all the filters, so none was searched.\n',
  );
});

it('tells no size of a library that does not exist', async () => {
  const { store } = await makeLibrary();
  const status = store.status(null);
  expect(statusText(status)).toMatch(/\nSizes: text 0 bytes, database [\d.]+ kB/u);
  expect(statusText({ ...status, bytes: { text: 0, database: 0, graph: 0 } })).not.toContain('Sizes');
});
