// Pages that are pictures, from the file to the hit: recognised, found, and marked where their words stand.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Library } from '../../../electron/engine/library.js';
import { linesAt, makePdf, pageHeightPt, pageWidthPt } from '../../helpers/make-pdf.js';
import { openTestLibrary } from '../../helpers/open-library.js';
import { pictureOfText } from '../../helpers/picture-of-text.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

/** It works at the lowest priority: whatever else the machine does comes first. */
const timeoutMs = 900_000;

const spanish = [
  'Contrato de arrendamiento de la vivienda',
  'El inquilino dispone de treinta días naturales para devolver',
  'las llaves del piso y recuperar la fianza entregada al firmar.',
  'La calefacción y el agua corren por cuenta del propietario.',
];
const english = [
  'Minutes of the spring meeting',
  'The committee decided to repair the greenhouse roof before winter',
  'and asked the treasurer to find three offers from local builders.',
];

async function library(folder = temporaryFolder()): Promise<Library> {
  const opened = await openTestLibrary({ folder, embedThreads: 1 });
  onTestFinished(() => opened.close());
  return opened;
}

test('pictures among other documents are found by their words, on their page, marked where the words stand', {
  timeout: timeoutMs,
}, async () => {
  const root = temporaryFolder();
  const scan = pictureOfText(spanish);
  const pages = [
    { texts: linesAt(72, 90, ['This page has its own text about the harbour master and his boats.']) },
    { scan },
    { scan: pictureOfText(english, 90), rotate: 270 as const },
    { scan: pictureOfText(english.toReversed(), 180) },
  ];
  writeFiles(root, { 'mixed.pdf': makePdf(pages), 'note.png': pictureOfText(english).png });
  const opened = await library();

  const before = await opened.index({ paths: [root] });
  expect(before.problems.map(({ reason, state }) => [reason, state])).toEqual([
    ['needs-recognition', 'ready'],
    ['needs-recognition', 'skipped'],
  ]);
  expect(before.problems[0]?.message).toContain('3 of 4 pages');
  expect((await opened.search({ query: 'calefacción', mode: 'words' })).hits).toEqual([]);

  const after = await opened.index({ paths: [root], recognise: true });
  expect(after.recognised).toEqual({ documents: 2, pages: 4, failed: 0 });
  expect(after.problems).toEqual([]);

  const { hits } = await opened.search({ query: '"treinta días naturales"', mode: 'words' });
  const [hit] = hits;
  expect(hit).toMatchObject({ path: join(root, 'mixed.pdf'), locator: { page: 2 } });
  expect(hit?.recognised).toBeGreaterThan(0.8);
  const document = await opened.text(hit?.documentId ?? '');
  expect(document.text.slice(hit?.start, hit?.end)).toBe(hit?.text);
  expect(document.text).toContain('recuperar la fianza entregada al firmar');
  expect(document.text).toContain('harbour master');

  // The word's box on the page is where it was drawn.
  const start = hit?.text.indexOf('naturales') ?? -1;
  const marks = await opened.marks(hit?.chunkId ?? '', [{ start, end: start + 'naturales'.length }]);
  const drawn = scan.words.find(({ text }) => text === 'naturales');
  const [box] = marks?.matches ?? [];
  const perPixel = pageWidthPt / scan.width;
  expect(marks).toMatchObject({ page: 2, widthPt: pageWidthPt, heightPt: pageHeightPt });
  expect(Math.abs((box?.x ?? 0) - (drawn?.x ?? 0) * perPixel)).toBeLessThan(3);
  expect(Math.abs((box?.width ?? 0) - (drawn?.width ?? 0) * perPixel)).toBeLessThan(3);
  const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  expect(Math.abs(middle - ((drawn?.y ?? 0) - 10) * perPixel)).toBeLessThan(5);

  // A page that is shown turned by its own setting, one that lies upside down, and a picture file.
  const greenhouse = await opened.search({ query: '"greenhouse roof"', mode: 'words', all: true });
  const places = greenhouse.hits.flatMap(({ path, locator, copies }) => [
    `${path.slice(root.length + 1)} ${locator.page}`,
    ...copies.map((copy) => copy.path.slice(root.length + 1)),
  ]);
  // The picture file says the same as the third page, and is a copy of it.
  expect(places.toSorted()).toEqual(['mixed.pdf 3', 'mixed.pdf 4', 'note.png']);

  // Read again in full, nothing is recognised a second time.
  const again = await opened.index({ paths: [root], force: true, recognise: true });
  expect(again.recognised).toEqual({ documents: 0, pages: 0, failed: 0 });
  expect(again.problems).toEqual([]);
});

test('recognition that is switched off or to be asked for leaves pictures alone; switched on it goes by itself', {
  timeout: timeoutMs,
}, async () => {
  const root = temporaryFolder();
  const word = (kind: string) => pictureOfText([...english, `saved as a ${kind} picture`]);
  writeFiles(root, {
    'blank.png': pictureOfText([]).png,
    'note.jpg': word('photographic').jpeg,
    'note.tif': word('scanned').tiff,
    'note.webp': word('modern').webp,
  });
  const opened = await library();
  const states = async (): Promise<readonly (string | null)[]> =>
    (await opened.documents({ offset: 0, limit: 10 })).documents.map(({ reason }) => reason);
  for (const mode of ['off', 'ask'] as const) {
    await opened.setRecognition({ mode, language: 'en' });
    await opened.index({ paths: [root] });
    expect(await states()).toEqual(Array.from({ length: 4 }, () => 'needs-recognition'));
  }
  await opened.setRecognition({ mode: 'on', language: 'es' });
  expect(await states()).toEqual(['empty', null, null, null]);
  for (const [kind, name] of [
    ['photographic', 'note.jpg'],
    ['scanned', 'note.tif'],
    ['modern', 'note.webp'],
  ] as const) {
    const { hits } = await opened.search({ query: kind, mode: 'words' });
    expect(hits.map(({ path }) => path)).toEqual([join(root, name)]);
  }
});
