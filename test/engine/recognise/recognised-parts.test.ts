// Pictures inside other files, and behind a password: recognised where they lie, as any others are.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeMail } from '../../helpers/make-mail.js';
import { makePdf } from '../../helpers/make-pdf.js';
import { makeArchive, makeZip } from '../../helpers/make-zip.js';
import { openTestLibrary } from '../../helpers/open-library.js';
import { pictureOfText } from '../../helpers/picture-of-text.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

/** It works at the lowest priority: whatever else the machine does comes first. */
const timeoutMs = 900_000;

const password = 'jilguero-temprano-41';
const orchard = pictureOfText([
  'Report on the orchard behind the abbey',
  'The gardener grafted eleven pear trees before the frost came',
  'and wrapped each of them in straw from the neighbour.',
]);
const ferry = pictureOfText([
  'Rules of the ferry across the river',
  'Cattle and carriages board before all other passengers',
  'and the ferryman keeps his lantern lit until midnight.',
]);

test('a locked scan in a mail and a picture in an archive are recognised, and again nothing is', {
  timeout: timeoutMs,
}, async () => {
  const root = temporaryFolder();
  const scan = makePdf([{ scan: orchard }], { password, cipher: 'aes' });
  const mail = makeMail('The orchard', 'See the report.', [
    { name: 'report.pdf', content: scan, type: 'application/pdf' },
    { name: 'rules.zip', content: makeZip({ 'scans/ferry.png': ferry.png }), type: 'application/zip' },
  ]);
  writeFiles(root, { 'orchard.eml': mail, 'copy.zip': makeArchive([{ name: 'same.png', content: ferry.png }]) });
  const library = await openTestLibrary({ folder: temporaryFolder(), embedThreads: 1 });
  onTestFinished(() => library.close());
  const paths = async (query: string): Promise<readonly string[]> => {
    const { hits } = await library.search({ query, mode: 'words' });
    return hits.flatMap(({ path, copies }) => [path, ...copies.map((copy) => copy.path)]).toSorted();
  };

  const report = await library.index({ paths: [root], passwords: [password], recognise: true });
  expect(report.recognised).toEqual({ documents: 2, pages: 2, failed: 0 });
  expect(report.problems).toEqual([]);
  expect(await paths('"grafted eleven pear trees"')).toEqual([join(root, 'orchard.eml!/report.pdf')]);
  // The same picture in two places is recognised once, and found in both.
  expect(await paths('ferryman')).toEqual([
    join(root, 'copy.zip!/same.png'),
    join(root, 'orchard.eml!/rules.zip!/scans/ferry.png'),
  ]);

  const again = await library.index({ paths: [root], recognise: true });
  expect(again.documents).toMatchObject({ indexed: 0, unchanged: 6 });
  expect(again.recognised).toEqual({ documents: 0, pages: 0, failed: 0 });
});
