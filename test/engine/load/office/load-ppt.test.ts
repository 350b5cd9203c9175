// Presentations of before 2007: slides as pages, through the file's list of edits.
import { expect, test } from 'vitest';
import { loadBytes, textOf } from '../../../helpers/load-bytes.js';
import { contain } from '../../../helpers/make-doc.js';
import { makePpt } from '../../../helpers/make-ppt.js';

test('gives slides with titles, text and notes, as they were last saved', async () => {
  const document = await loadBytes('charla.ppt', makePpt());
  expect(document).toMatchObject({ type: 'ppt', title: 'El faro', pages: 2 });
  expect(
    document.blocks.map((block) => [block.page, block.kind, textOf(document, block), block.headingPath[0]]),
  ).toEqual([
    [1, 'heading', 'El faro', 'El faro'],
    [1, 'list-item', 'Un resumen', 'El faro'],
    [1, 'list-item', 'Segunda línea', 'El faro'],
    [1, 'paragraph', 'Saludar primero.', 'El faro'],
    [2, 'paragraph', 'Café', undefined],
  ]);
});

test('says which need a password, and which are damaged', async () => {
  await expect(loadBytes('a.ppt', makePpt(0xf3d1c4df))).rejects.toMatchObject({ code: 'password-protected' });
  const headless = contain({ 'PowerPoint Document': Buffer.alloc(5_000, 1) });
  await expect(loadBytes('a.ppt', headless)).rejects.toMatchObject({ code: 'damaged' });
});
