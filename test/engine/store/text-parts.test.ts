// Texts in parts: nothing split that belongs together, and passages read across the seams.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { initialSchema, textPartCharacters } from '../../../electron/engine/store/migrations/0001-initial.js';
import { openWriter } from '../../../electron/engine/store/sqlite.js';
import { insertText, readPassage, textParts } from '../../../electron/engine/store/text-parts.js';
import { hashOf, makeChunks, makeDocument } from '../../helpers/make-document.js';
import { openTestStore } from '../../helpers/open-test-store.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

test('parts join to the text, none is too long, and no surrogate pair is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 9 }), (text, size) => {
      const parts = [...textParts(text, size)];
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const part of parts) {
        expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text);
        expect(part.text.length).toBeLessThanOrEqual(size);
        expect(Buffer.from(part.text).toString()).toBe(part.text);
      }
    }),
  );
});

test('a passage is the slice of the text, wherever parts meet', () => {
  const database = openWriter(join(temporaryFolder(), 'library.db'));
  onTestFinished(() => database.close());
  database.exec(`${initialSchema}; PRAGMA foreign_keys = OFF`);
  const text = 'añ😀b'.repeat(textPartCharacters);
  insertText(database, 1, text);
  insertText(database, 2, 'short');
  const place = fc.integer({ min: 0, max: text.length });
  fc.assert(
    fc.property(place, place, (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      expect(readPassage(database, 1, start, end)).toBe(text.slice(start, end));
    }),
  );
  expect(readPassage(database, 2, 1, 99)).toBe('hort');
  expect(readPassage(database, 3, 0, 9)).toBe('');
});

test('a long text of many scripts comes back exactly, from a document of its own', () => {
  const { store } = openTestStore();
  const text = `${'😀 año 漢字 ß'.repeat(3_000)}\n\n${'x'.repeat(8_191)}😀end`;
  const { folderId } = store.addRoot({ path: '/documents', isFile: false, collection: 'default' });
  const { checkId } = store.beginCheck({ folderId, under: '' });
  const entries = [{ relativePath: 'long.txt', sizeBytes: 1, modifiedMs: 1 }];
  const row = store.planBatch({ checkId, entries, force: false }).toRead[0]?.row ?? 0;
  const place = { row, contentHash: hashOf(text), sizeBytes: 1, modifiedMs: 1 };
  store.saveWords({ ...place, document: makeDocument(text), chunks: makeChunks(text) });
  const { documentId } = store.documentAtPath({ path: '/documents/long.txt' });
  expect(store.text({ documentId }).text).toBe(text);
  expect(store.verify(null).damage).toEqual([]);
  expect(store.status(null).bytes.text).toBe(Buffer.byteLength(text));
});
