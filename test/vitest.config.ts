// Unit and engine tests, under plain Node. The window's tests are in test/e2e and have a runner of their own.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const everything = ['test/**/*.test.ts', 'test/**/*.test.tsx'];
const notHere = ['test/e2e/**', 'test/long/**'];
/** Tests of parts that leave nothing behind in their process: one after the other in the same one, which halves their time. */
const parts = ['renderer', 'shared', 'main', 'docs', ...['chunk', 'ingest', 'load', 'rerank', 'search'].map(inEngine)];

function inEngine(room: string): string {
  return `engine/${room}`;
}

const foldersOfParts = parts.map((folder) => `test/${folder}/**`);

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    globalSetup: ['test/helpers/build-engine.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: foldersOfParts.flatMap((folder) => [`${folder}/*.test.ts`, `${folder}/*.test.tsx`]),
          isolate: false,
        },
      },
      { extends: true, test: { name: 'engine', include: everything, exclude: [...notHere, ...foldersOfParts] } },
    ],
  },
});
