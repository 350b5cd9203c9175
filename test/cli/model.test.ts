// `acervo model`: another model is added and put to use, also where the process is killed again and again meanwhile.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeNotes } from '../helpers/kill-indexing.js';
import { acervo, json } from '../helpers/run-cli.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { writeTinyModel } from '../helpers/tiny-model.js';

const kills = 2;

/** True when it was killed before it had ended. */
function killUse(library: string, afterMs: number): Promise<boolean> {
  const cli = join(import.meta.dirname, '..', '..', 'dist', 'engine', 'cli.mjs');
  const words = ['model', 'use', 'tiny', '--chunk-size', '64', '--library', library];
  const child = spawn(process.execPath, [cli, ...words], { stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  return new Promise((resolve) => {
    child.once('exit', (_code, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}

it('acervo model adds, estimates, uses, lists and removes; killed meanwhile, it goes on', async () => {
  const [root, library] = [temporaryFolder(), temporaryFolder()];
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  writeNotes(root, 40, random);
  // By words only: the model that ships is not loaded in this test.
  await json('index', root, '--words-only', '--library', library);
  const at = ['--library', library] as const;
  const mistyped = join(root, 'mistyped');
  for (const words of [['list'], ['cancel']]) {
    const refused = await json('model', ...words, '--library', mistyped);
    expect(refused).toMatchObject({ code: 2, value: { error: { code: 'not-found' } } });
  }
  expect(existsSync(mistyped)).toBe(false);
  const folder = writeTinyModel(join(temporaryFolder(), 'tiny'), { pooling: null });
  expect(await json('model', 'add', folder, ...at)).toMatchObject({
    code: 2,
    value: { error: { code: 'model-unclear' } },
  });
  expect(await json('model', 'add', folder, '--pooling', 'mean', ...at)).toMatchObject({
    code: 0,
    value: { name: 'tiny', dimension: 32, isInUse: false, isCalibrated: false },
  });
  expect(await json('model', 'use', 'tiny', '--chunk-size', '9', ...at)).toMatchObject({ code: 2 });
  expect(await json('model', 'use', 'tiny', '--estimate', ...at)).toMatchObject({
    code: 0,
    value: { isChange: true, documents: 40, isMeasured: true },
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await killUse(library, 300 + random() * 1_500);
    expect((await json('verify', ...at)).code).toBe(0);
  }
  const used = await json('model', 'use', 'tiny', '--chunk-size', '64', ...at);
  expect(used).toMatchObject({ code: 0, value: { model: 'tiny', documents: 40, chunking: { size: 64 } } });
  const status = await json('status', ...at);
  expect(status.value).toMatchObject({
    documents: { ready: 40, words: 0 },
    generation: expect.stringContaining('-64-'),
  });
  expect((await json('verify', ...at)).code).toBe(0);
  const found = await json('search', 'silver market by the river', '--mode', 'vector', ...at);
  expect(found.value).toMatchObject({
    answerable: null,
    hits: expect.arrayContaining([expect.objectContaining({ relevance: null })]),
  });
  expect((await json('model', 'remove', 'tiny', ...at)).value).toMatchObject({ error: { code: 'model-in-use' } });
  expect((await acervo('model', 'list', ...at)).stdout).toContain('not calibrated');
});
