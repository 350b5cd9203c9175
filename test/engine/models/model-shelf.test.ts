// A model from a folder: what is wrong with it is said, with a next step; what is fit is copied, and verified when it is loaded.
import { appendFileSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTokenizer } from '../../../electron/engine/chunk/tokenizer.js';
import {
  type ModelFolder,
  modelFolder,
  openModelFolder,
  readModelFile,
} from '../../../electron/engine/embed/model-files.js';
import { ModelShelf } from '../../../electron/engine/models/model-shelf.js';
import type { Generation } from '../../../electron/engine/store/store-methods.js';
import type { ModelHints } from '../../../shared/domain/models-schema.js';
import type { ErrorCode } from '../../../shared/errors.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { type TinyModel, writeTinyModel } from '../../helpers/tiny-model.js';

let library: string;
let shelf: ModelShelf;

beforeAll(() => {
  library = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-models-')));
  shelf = new ModelShelf(library, openModelFolder(modelFolder()));
});

afterAll(() => rmSync(library, { recursive: true, force: true }));

function generationOf({ identity: { id: embedder, name: model, dimension } }: ModelFolder): Generation {
  return { embedder, model, dimension, chunker: 'usual' };
}

interface Wrong {
  readonly model?: TinyModel;
  readonly spoil?: (folder: string) => void;
  readonly hints?: ModelHints;
  readonly code: ErrorCode;
  readonly words: RegExp;
}

const wrong: Record<string, Wrong> = {
  'no config': {
    spoil: (folder) => rmSync(join(folder, 'config.json')),
    code: 'model-incomplete',
    words: /no config\.json/,
  },
  'a broken config': {
    spoil: (folder) => writeFileSync(join(folder, 'config.json'), '{'),
    code: 'model-incomplete',
    words: /config\.json cannot be understood/,
  },
  'no tokenizer': {
    spoil: (folder) => rmSync(join(folder, 'tokenizer.json')),
    code: 'model-incomplete',
    words: /no tokenizer\.json/,
  },
  'a tokenizer that is none': {
    spoil: (folder) => writeFileSync(join(folder, 'tokenizer.json'), '{"model": {"type": "Mystery"}}'),
    code: 'model-incomplete',
    words: /tokenizer\.json cannot be used/,
  },
  'no weights': {
    spoil: (folder) => rmSync(join(folder, 'onnx'), { recursive: true }),
    code: 'model-incomplete',
    words: /no \.onnx file/,
  },
  'weights that are none': {
    spoil: (folder) => writeFileSync(join(folder, 'onnx', 'model.onnx'), 'not a graph'),
    code: 'model-unfit',
    words: /cannot be loaded/,
  },
  'weights in two files': {
    spoil: (folder) => writeFileSync(join(folder, 'onnx', 'model.onnx_data'), 'much more'),
    code: 'model-unfit',
    words: /two files/,
  },
  'several weights, and none that is usual': {
    model: { weightsName: 'one.onnx' },
    spoil: (folder) => writeFileSync(join(folder, 'onnx', 'two.onnx'), 'other'),
    code: 'model-unclear',
    words: /one\.onnx, two\.onnx/,
  },
  'nothing that says how it is pooled': { model: { pooling: null }, code: 'model-unclear', words: /become one/ },
  'another dimension than is said': { hints: { dimension: 48 }, code: 'model-unfit', words: /32 numbers, not 48/ },
  'inputs of another kind': {
    model: { inputNames: ['pixel_values', 'pixel_mask'] },
    code: 'model-unfit',
    words: /pixel_values/,
  },
  'outputs of another kind': { model: { outputName: 'logits' }, code: 'model-unfit', words: /logits/ },
  'another vector each time': { model: { isUnsteady: true }, code: 'model-unfit', words: /each time/ },
  'vectors without meaning': { model: { isMeaningless: true }, code: 'model-unfit', words: /no nearer/ },
  'a manifest of ours that is broken': {
    spoil: (folder) => writeFileSync(join(folder, 'manifest.json'), '{"name": 3}'),
    code: 'model-incomplete',
    words: /manifest\.json/,
  },
};

describe('a folder that is no model', () => {
  it.each(Object.entries(wrong))('is refused where it has %s', async (_, { model, spoil, hints, code, words }) => {
    const folder = writeTinyModel(join(temporaryFolder(), 'tiny'), model);
    spoil?.(folder);
    const refused = shelf.add(folder, hints);
    await expect(refused).rejects.toMatchObject({ code });
    // What is wrong, then what to do.
    await expect(refused).rejects.toThrow(new RegExp(`${words.source}.*\\. [A-Z].+\\.$`));
    expect(existsSync(join(library, 'models')) ? readdirSync(join(library, 'models')) : []).toEqual([]);
  });

  it('is refused where it is not there', async () => {
    await expect(shelf.add(join(library, 'nowhere'))).rejects.toMatchObject({ code: 'model-incomplete' });
  });
});

describe('a model that is fit', () => {
  it('is copied, used as its folder says, and refused once a byte of it has changed', async () => {
    const folder = writeTinyModel(join(temporaryFolder(), 'my tiny model'));
    const hints = { questionPrefix: 'q: ' };
    const added = await shelf.add(folder, hints);
    rmSync(folder, { recursive: true });
    expect(added.manifest).toMatchObject({
      name: 'my-tiny-model',
      dimension: 32,
      maxInputTokens: 512,
      prefixes: { question: 'q: ', passage: '' },
      output: { pooling: 'mean' },
    });
    expect(await shelf.list(generationOf(added))).toMatchObject([
      { isShipped: true, isInUse: false, isCalibrated: true },
      { name: 'my-tiny-model', isShipped: false, isInUse: true, isCalibrated: false },
    ]);
    // How it is used is a part of which model it is.
    const again = writeTinyModel(join(temporaryFolder(), 'my tiny model'));
    expect((await shelf.add(again, hints)).identity.id).toBe(added.identity.id);
    await expect(shelf.add(again)).rejects.toMatchObject({ code: 'wrong-use' });
    const other = await shelf.add(again, { name: 'other', maxInputTokens: 128 });
    expect(other.identity.id.replace('other', '')).not.toBe(added.identity.id.replace('my-tiny-model', ''));

    appendFileSync(join(added.path, 'onnx', 'model.onnx'), ' ');
    await expect(readModelFile(added, 'weights')).rejects.toMatchObject({ code: 'model-corrupt' });
    await shelf.remove('my-tiny-model');
    await shelf.remove('other');
    await expect(shelf.remove('multilingual-e5-small')).rejects.toMatchObject({ code: 'model-in-use' });
    expect(readdirSync(join(library, 'models'))).toEqual([]);
  });

  it('has a tokenizer of another kind than ours, by the library', async () => {
    const added = await shelf.add(writeTinyModel(join(temporaryFolder(), 'pieces')));
    const tokenizer = await openTokenizer(added);
    const ids = tokenizer.encode('The cat, zz');
    expect(tokenizer.specialTokens).toBe(2);
    expect(tokenizer.count('The cat, zz')).toBe(ids.length - 2);
    // [CLS] the cat , z ##z [SEP]
    expect(ids).toHaveLength(7);
    expect([ids[0], ids.at(-1)]).toEqual([2, 3]);
    await shelf.remove('pieces');
  });
});
