// The built parse process finds the loaders that it reads only when they are needed.
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { expect, onTestFinished, test } from 'vitest';
import { forkParser } from '../../../../electron/engine/load/fork-parser.js';
import { unpackDocument } from '../../../../electron/engine/load/pack-document.js';
import { Parser } from '../../../../electron/engine/load/parser.js';
import { makeDoc } from '../../../helpers/make-doc.js';
import {
  inlineRow,
  makeDocx,
  makeEpub,
  makeOdf,
  makePptx,
  makeXlsx,
  paragraph,
  shape,
} from '../../../helpers/make-office.js';
import { temporaryFolder, writeFiles } from '../../../helpers/temporary-folder.js';

const book = utils.book_new();
utils.book_append_sheet(book, utils.aoa_to_sheet([['Hola']]), 'Uno');
const table =
  '<table:table table:name="Uno"><table:table-row><table:table-cell><text:p>Hola</text:p></table:table-cell></table:table-row></table:table>';

const files: Readonly<Record<string, string | Uint8Array>> = {
  'a.docx': makeDocx(paragraph('Hola')),
  'a.odt': makeOdf('text', '<text:p>Hola</text:p>'),
  'a.rtf': '{\\rtf1 Hola\\par}',
  'a.doc': makeDoc([{ text: 'Hola' }]),
  'a.pptx': makePptx([{ shapes: shape(['Hola']) }]),
  'a.odp': makeOdf(
    'presentation',
    '<draw:page><draw:frame><draw:text-box><text:p>Hola</text:p></draw:text-box></draw:frame></draw:page>',
  ),
  'a.xlsx': makeXlsx([{ name: 'Uno', rows: inlineRow(1, ['Hola']) }]),
  'a.xls': write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array,
  'a.xlsb': write(book, { type: 'buffer', bookType: 'xlsb' }) as Uint8Array,
  'a.ods': makeOdf('spreadsheet', table),
  'a.epub': makeEpub({ 'a.xhtml': '<p>Hola</p>' }),
};

test('reads a file of each kind in the process of its own', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const parser = new Parser({ start: forkParser });
  onTestFinished(() => parser.close());
  const read: (readonly [string, string])[] = [];
  for (const name of Object.keys(files)) {
    const document = unpackDocument((await parser.load({ path: join(folder, name) })).document);
    read.push([`a.${document.type}`, document.text]);
  }
  expect(read).toEqual(Object.keys(files).map((name) => [name, 'Hola']));
});
