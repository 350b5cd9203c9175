// Exports that are cut, flipped or made up: each is refused in words, and leaves nothing behind.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../electron/engine/evaluate/metrics.js';
import { base64Of } from '../../../../electron/engine/store/carry/carried-document.js';
import { exportMark, type FrameKind, frameKinds } from '../../../../electron/engine/store/carry/export-format.js';
import { noRules } from '../../../../shared/domain/folder-rules.js';
import { sourceLibrary } from '../../../helpers/carried-library.js';
import { hashOf, makeVector, testGeneration } from '../../../helpers/make-document.js';
import { openTestStore } from '../../../helpers/open-test-store.js';
import { temporaryFolder } from '../../../helpers/temporary-folder.js';

/** Imports bytes into an empty library and expects it to stay empty. */
async function refused(bytes: Buffer): Promise<{ readonly code?: string; readonly message?: string }> {
  const file = join(temporaryFolder(), 'hostile.acervo');
  writeFileSync(file, bytes);
  const { store } = openTestStore();
  const error = await store.importLibrary({ file, folders: [] }).then(
    () => ({}),
    (thrown: unknown) => thrown as { readonly code: string; readonly message: string },
  );
  expect(store.status(null)).toMatchObject({ chunks: 0, vectors: 0, folders: [] });
  return error;
}

describe('an export that was damaged on its way', () => {
  async function wholeExport(): Promise<Buffer> {
    const { store, target } = sourceLibrary();
    await store.exportLibrary({ file: target, withText: true });
    return readFileSync(target);
  }

  it('is refused wherever it is cut', async () => {
    const whole = await wholeExport();
    const random = seededRandom(3);
    const lengths = [0, 5, exportMark.byteLength, whole.byteLength - 1];
    for (let count = 0; count < 12; count++) lengths.push(Math.floor(random() * whole.byteLength));
    for (const length of lengths) {
      expect(await refused(whole.subarray(0, length)), `cut to ${length}`).toMatchObject({ code: 'export-damaged' });
    }
  });

  it('is refused wherever a bit of it is flipped, and where something is put behind it', async () => {
    const whole = await wholeExport();
    const random = seededRandom(4);
    for (let count = 0; count < 24; count++) {
      const flipped = Buffer.from(whole);
      const at = Math.floor(random() * whole.byteLength);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
      expect((await refused(flipped)).code, `bit at ${at}`).toMatch(/^(export-damaged|library-newer)$/);
    }
    expect(await refused(Buffer.concat([whole, Buffer.from('x')]))).toMatchObject({ code: 'export-damaged' });
  });

  it('is refused when it is another kind of file, or none', async () => {
    expect(await refused(Buffer.from('%PDF-1.7'))).toMatchObject({ code: 'export-damaged' });
    const { store } = openTestStore();
    const missing = { file: join(temporaryFolder(), 'no.acervo'), folders: [] };
    await expect(store.importLibrary(missing)).rejects.toMatchObject({ code: 'wrong-use' });
    const folder = { file: temporaryFolder(), folders: [] };
    await expect(store.importLibrary(folder)).rejects.toMatchObject({
      code: expect.stringMatching(/damaged|wrong-use/),
    });
  });
});

type Part = readonly [FrameKind, unknown];

const inputHash = hashOf('input');
const header = {
  format: 'acervo-library',
  version: 1,
  made: '2026-01-01T00:00:00.000Z',
  withText: true,
  ...testGeneration,
  counts: { documents: 1, chunks: 1, vectors: 1 },
  folders: [{ path: '/papers', isFile: false, collection: 'default', documents: 1, rules: noRules }],
};
const document = {
  folder: 0,
  relativePath: 'a.txt',
  documentId: 'd0123456789abcde',
  isInside: false,
  state: 'ready',
  reason: null,
  message: null,
  sizeBytes: 5,
  modifiedMs: 1,
  contentHash: base64Of(hashOf('alpha')),
  type: 'txt',
  encoding: 'utf-8',
  language: 'en',
  pages: null,
  title: null,
  chunker: 'test-chunker',
  kills: 0,
  metaProblem: null,
  chosenEncoding: null,
  limitSeconds: null,
  meta: [],
  textLength: 5,
  chunks: 1,
  layouts: 0,
};
const chunk = {
  start: 0,
  end: 5,
  context: '',
  page: null,
  line: 1,
  headingPath: [],
  sheet: null,
  row: null,
  tokenCount: 1,
  inputHash: base64Of(inputHash),
};
const vector = Buffer.concat([inputHash, new Uint8Array(makeVector(inputHash).buffer)]);

/** A whole export, with a hash that is right, whatever its parts say. */
function made(parts: readonly Part[], counts: object = header.counts): Buffer {
  const frames = parts.map(([kind, value]) => frame(kind, value));
  const before = Buffer.concat([exportMark, ...frames]);
  const sha256 = createHash('sha256').update(before).digest('hex');
  return Buffer.concat([before, frame('end', { counts, sha256 })]);
}

function frame(kind: FrameKind, value: unknown): Buffer {
  const content = Buffer.isBuffer(value)
    ? value
    : deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value));
  const head = Buffer.alloc(5);
  head.writeUInt8(frameKinds[kind], 0);
  head.writeUInt32LE(content.byteLength, 1);
  return Buffer.concat([head, content]);
}

const good: readonly Part[] = [
  ['header', header],
  ['vectors', vector],
  ['document', document],
  ['text', 'alpha'],
  ['chunks', [chunk]],
];

function withDocument(change: object): readonly Part[] {
  return good.map(([kind, value]) => (kind === 'document' ? [kind, { ...document, ...change }] : [kind, value]));
}
function withChunk(change: object): readonly Part[] {
  return good.map(([kind, value]) => (kind === 'chunks' ? [kind, [{ ...chunk, ...change }]] : [kind, value]));
}
function withHeader(change: object): readonly Part[] {
  return good.map(([kind, value]) => (kind === 'header' ? [kind, { ...header, ...change }] : [kind, value]));
}

function withBlocks(blocks: Buffer): readonly Part[] {
  const parts = withHeader({ version: 2 }).map(
    ([kind, value]): Part => (kind === 'document' ? [kind, { ...document, hasBlocks: true }] : [kind, value]),
  );
  return [...parts, ['blocks', blocks]];
}

/** As the store packs them: how many, eight numbers each, column by column, and what they share. */
function packed(count: number, numbers: readonly number[], tables: unknown): Buffer {
  const columns = new Int32Array([count, ...numbers]);
  return deflateRawSync(Buffer.concat([new Uint8Array(columns.buffer), Buffer.from(JSON.stringify(tables))]));
}
const noTables = { headingPaths: [], contexts: [], sheets: [] };
const paragraph = [1, 0, 5, 0, -1, -1, -1, -1];

describe('an export that was made up', () => {
  it('is taken when it contradicts itself nowhere', async () => {
    const file = join(temporaryFolder(), 'good.acervo');
    writeFileSync(file, made(good));
    const { store } = openTestStore();
    await store.importLibrary({ file, folders: [] });
    expect(store.verify(null)).toMatchObject({ damage: [], documents: 1, chunks: 1, vectors: 1 });
    writeFileSync(file, made(withBlocks(packed(1, paragraph, noTables))));
    const { store: other } = openTestStore();
    expect(await other.importLibrary({ file, folders: [] })).toMatchObject({ documents: 1 });
  });

  it.each([
    ['a path out of its folder', withDocument({ relativePath: '../../etc/passwd' })],
    ['an absolute path', withDocument({ relativePath: '/etc/passwd' })],
    ['a path out of its folder inside a file', withDocument({ relativePath: 'a.zip//../x' })],
    ['a name with a NUL', withDocument({ relativePath: 'a\0.txt' })],
    ['a folder that it does not have', withDocument({ folder: 7 })],
    ['an id that is none', withDocument({ documentId: 'd"; DROP TABLE' })],
    ['a size that is none', withDocument({ sizeBytes: -1 })],
    ['a state that is none', withDocument({ state: 'offline' })],
    [
      'a state that its passages do not have',
      [
        ['header', header],
        ['document', { ...document, textLength: 0, chunks: 0 }],
      ],
    ],
    ['a parent that is not there', withDocument({ relativePath: 'a.zip//b.txt', isInside: true })],
    ['more text than it has', withDocument({ textLength: 6 })],
    ['more passages than it has', withDocument({ chunks: 2 })],
    ['more than it knows of', withDocument({ surprise: 1 })],
    ['a passage beyond its text', withChunk({ end: 6 })],
    ['a passage that ends before it begins', withChunk({ start: 3, end: 2 })],
    ['a hash that is none', withChunk({ inputHash: 'abc' })],
    [
      'a vector that is too long',
      good.map(([k, v]) => (k === 'vectors' ? [k, Buffer.concat([vector, vector.subarray(0, 9)])] : [k, v])),
    ],
    ['a vector that is none', good.map(([k, v]) => (k === 'vectors' ? [k, Buffer.alloc(vector.byteLength)] : [k, v]))],
    ['a document that is there twice', [...good, ...good.slice(2)]],
    ['text without a document', [...good, ['text', 'stray']]],
    ['no header', good.slice(1)],
    ['counts that do not agree', withHeader({ counts: { documents: 1, chunks: 1, vectors: 3 } })],
    ['text in an export without', withHeader({ withText: false })],
    ['structure that is none', withBlocks(Buffer.from('no blocks'))],
    ['more structure than it has', withBlocks(packed(2_000_000_000, paragraph, noTables))],
    ['structure beyond its text', withBlocks(packed(1, [1, 0, 6, 0, -1, -1, -1, -1], noTables))],
    ['structure in disorder', withBlocks(packed(1, [1, 4, 2, 0, -1, -1, -1, -1], noTables))],
    ['headings that are no words', withBlocks(packed(1, paragraph, { ...noTables, headingPaths: [[{}]] }))],
    ['structure without what it shares', withBlocks(packed(1, paragraph, null))],
    [
      'structure that it does not speak of',
      [...withHeader({ version: 2 }), ['blocks', packed(1, paragraph, noTables)]],
    ],
    [
      'a recognised page that can not be read',
      [
        ...good,
        [
          'recognised',
          [
            {
              contentHash: document.contentHash,
              page: 1,
              outcome: 'words',
              confidence: 1,
              language: null,
              lines: base64Of(Buffer.from('{')),
            },
          ],
        ],
      ],
    ],
  ] as readonly (readonly [string, readonly Part[]])[])('is refused when it holds %s', async (_, parts) => {
    const error = await refused(made(parts));
    expect(error).toMatchObject({ code: 'export-damaged', message: expect.stringContaining('Nothing was imported') });
  });

  it('is refused when it unpacks to more than any export does', async () => {
    const bomb = good.map(([kind, value]): Part => (kind === 'text' ? [kind, 'a'.repeat(80_000_000)] : [kind, value]));
    expect(await refused(made(bomb))).toMatchObject({ code: 'export-damaged' });
  });

  it('is refused as newer when it says so, whatever else it says', async () => {
    const newer = [['header', { format: 'acervo-library', version: 3, other: true }]] as const;
    expect(await refused(made(newer))).toMatchObject({ code: 'library-newer' });
  });

  it('gives a folder of another system a place here that is not there', async () => {
    const file = join(temporaryFolder(), 'windows.acervo');
    writeFileSync(file, made(withHeader({ folders: [{ ...header.folders[0], path: 'C:\\Users\\Ana\\Papers' }] })));
    const { store } = openTestStore();
    const { folders } = await store.importLibrary({ file, folders: [] });
    expect(folders).toMatchObject([{ from: 'C:\\Users\\Ana\\Papers', isOffline: true }]);
    const again = openTestStore().store;
    const here = temporaryFolder();
    const mapped = await again.importLibrary({ file, folders: [{ from: 'C:\\Users', to: here }] });
    expect(mapped.folders).toMatchObject([{ path: join(here, 'Ana', 'Papers') }]);
  });
});
