// The model's files are verified before they are opened: nothing missing, nothing changed, nothing from elsewhere.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  modelFolder,
  openModelFolder,
  readModelFile,
  verifiedModelFile,
} from '../../../electron/engine/embed/model-files.js';

let folder: string;

/** A copy of the model in which the large weights are a link to the real ones. */
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'acervo-model-')), 'model');
  cpSync(modelFolder(), folder, { recursive: true, filter: (source) => !source.endsWith('.onnx') });
  symlinkSync(join(modelFolder(), 'onnx', 'model_quantized.onnx'), join(folder, 'onnx', 'model_quantized.onnx'));
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

function editManifest(edit: (manifest: Record<string, unknown>) => void): void {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  edit(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}

test('the shipped model says what it is, and each of its files is the one that was checked', async () => {
  const model = openModelFolder(modelFolder());
  expect(model.identity).toEqual({
    id: expect.stringMatching(/^multilingual-e5-small-[0-9a-f]{12}$/),
    name: 'multilingual-e5-small',
    dimension: 384,
    maxInputTokens: 512,
  });
  expect(model.manifest.licence).toBe('MIT');
  expect(model.manifest.prefixes).toEqual({ question: 'query: ', passage: 'passage: ' });
  for (const { role } of model.manifest.files) expect((await readModelFile(model, role)).length).toBeGreaterThan(100);
});

test('the identity is that of the content, wherever it lies', () => {
  expect(openModelFolder(folder).identity).toEqual(openModelFolder(modelFolder()).identity);
  editManifest((manifest) => {
    const [first] = manifest.files as { sha256: string }[];
    if (first) first.sha256 = 'a'.repeat(64);
  });
  expect(openModelFolder(folder).identity.id).not.toBe(openModelFolder(modelFolder()).identity.id);
});

test.each([0, 9_000_000, 17_082_729])('a file in which the byte at %i is flipped is refused', async (position) => {
  const path = join(folder, 'tokenizer.json');
  const content = readFileSync(path);
  content.writeUInt8(content.readUInt8(position) ^ 1, position);
  writeFileSync(path, content);
  await expect(readModelFile(openModelFolder(folder), 'tokenizer')).rejects.toMatchObject({
    code: 'model-corrupt',
    message: expect.stringContaining('add it again'),
  });
});

test('a file that is cut short is refused', async () => {
  const model = openModelFolder(folder);
  expect(await verifiedModelFile(model, 'tokenizer')).toBe(join(folder, 'tokenizer.json'));
  truncateSync(join(folder, 'tokenizer.json'), 1000);
  await expect(verifiedModelFile(model, 'tokenizer')).rejects.toMatchObject({ code: 'model-corrupt' });
  await expect(readModelFile(openModelFolder(folder), 'tokenizer')).rejects.toMatchObject({ code: 'model-corrupt' });
});

test('an absent file and an absent folder are said to be missing, with the next step for one that was added and one that ships', async () => {
  rmSync(join(folder, 'tokenizer.json'));
  const missing = { code: 'model-missing', message: expect.stringContaining('add it again') };
  await expect(readModelFile(openModelFolder(folder), 'tokenizer')).rejects.toMatchObject(missing);
  expect(() => openModelFolder(join(folder, 'nowhere'))).toThrow(expect.objectContaining(missing));
  const shipped = expect.objectContaining({ ...missing, message: expect.stringContaining('Install Acervo again') });
  expect(() => openModelFolder(join(folder, 'resources', 'models', 'nowhere'))).toThrow(shipped);
  expect(() => modelFolder('no-such-model')).toThrow(shipped);
});

describe('a manifest that cannot be trusted is refused', () => {
  test('when it is not JSON', () => {
    writeFileSync(join(folder, 'manifest.json'), '{');
    expect(() => openModelFolder(folder)).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
  });

  test.each(['../elsewhere.onnx', '/etc/hosts', 'a/../../b', 'C:\\weights', '..\\b'])('when it names %s', (path) => {
    editManifest((manifest) => {
      manifest.files = [{ role: 'weights', path, sha256: 'a'.repeat(64) }];
    });
    expect(() => openModelFolder(folder)).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
  });
});
