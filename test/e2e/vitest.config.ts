// Tests in a real window: one at a time, in a real Electron, on a display. `scripts/test.mjs` gives them one.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const folder = process.env.ACERVO_TEST_PACKED === '1' ? 'packed' : 'window';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: [`test/e2e/${folder}/**/*.test.ts`],
    globalSetup: folder === 'packed' ? [] : ['test/helpers/electron-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
  },
});
