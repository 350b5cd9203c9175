// A recognition that is killed goes on from the next page, and none of it asks a network.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openReader } from '../../../electron/engine/store/sqlite.js';
import { makePdf } from '../../helpers/make-pdf.js';
import { pictureOfText } from '../../helpers/picture-of-text.js';
import { temporaryFolder, writeFiles } from '../../helpers/temporary-folder.js';

/** It works at the lowest priority: whatever else the machine does comes first. */
const timeoutMs = 900_000;

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'engine', 'cli.mjs');

/** Loaded into each process before anything else: whoever opens a connection leaves a file behind. */
const refusal = `
const { writeFileSync } = require('node:fs');
const refuse = () => { writeFileSync(process.env.REFUSED, 'asked'); throw new Error('There is no network.'); };
require('node:net').Socket.prototype.connect = refuse;
require('node:dns').lookup = refuse;
require('node:http').request = refuse;
require('node:https').request = refuse;
globalThis.fetch = refuse;
`;

const pageCount = 4;

/** Pages that are kept so far; a library that is only just being made may not be readable yet, and has none. */
function savedSoFar(libraryFile: string): number {
  try {
    return existsSync(libraryFile) ? savedPages(libraryFile) : 0;
  } catch {
    return 0;
  }
}

function savedPages(libraryFile: string): number {
  const reader = openReader(libraryFile);
  try {
    const table = reader.get(`SELECT 1 FROM sqlite_schema WHERE name = 'recognised_pages'`);
    return table === undefined
      ? 0
      : (reader.get<{ pages: number }>('SELECT count(*) AS pages FROM recognised_pages')?.pages ?? 0);
  } finally {
    reader.close();
  }
}

test('killed in the middle, it goes on from the next page, with no network at hand', {
  timeout: timeoutMs,
}, async () => {
  const [root, folder, tools] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const pages = Array.from({ length: pageCount }, (_, page) => ({
    scan: pictureOfText([
      `Chapter ${page + 1} tells of the lighthouse keeper and his daughter`,
      'by the northern sea.',
    ]),
  }));
  writeFiles(root, { 'book.pdf': makePdf(pages) });
  writeFiles(tools, { 'refuse.cjs': refusal });
  const asked = join(tools, 'asked');
  const environment = { ...process.env, NODE_OPTIONS: `--require ${join(tools, 'refuse.cjs')}`, REFUSED: asked };
  const words = [cli, 'index', root, '--library', folder, '--recognise', '--json'];

  const first = spawn(process.execPath, words, { stdio: 'ignore', env: environment });
  const ended = new Promise((resolve) => first.once('exit', (_code, signal) => resolve(signal)));
  const libraryFile = join(folder, 'library.db');
  while (first.exitCode === null && savedSoFar(libraryFile) === 0) await wait(50);
  first.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const saved = savedPages(libraryFile);
  expect(saved).toBeGreaterThanOrEqual(1);
  expect(saved).toBeLessThan(pageCount);

  const second = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'], env: environment });
  let output = '';
  second.stdout.on('data', (part: Buffer) => {
    output += part.toString('utf8');
  });
  await new Promise((resolve) => second.once('close', resolve));
  expect(JSON.parse(output)).toMatchObject({
    recognised: { documents: 1, pages: pageCount - saved, failed: 0 },
    problems: [],
  });
  expect(savedPages(libraryFile)).toBe(pageCount);
  expect(existsSync(asked)).toBe(false);
});
