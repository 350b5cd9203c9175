// The log: what gets in, what stays out, and how large it grows.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../electron/main/log.js';
import { AppError } from '../../shared/errors.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acervo-log-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const options = () => ({ folder, homeFolder: process.cwd(), maxBytes: 2_000, keep: 2 });
const lines = () =>
  readFileSync(join(folder, 'acervo.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('writes an event with its facts as one line', () => {
  createLog(options()).write('engine-exited', { exitCode: 9 });
  expect(lines()).toStrictEqual([{ at: expect.any(String), event: 'engine-exited', exitCode: 9 }]);
});

it('says where an error was thrown but not its message, and hides the home folder', () => {
  const canary = 'the canary sang in my diary';
  const log = createLog(options());
  log.writeError('call-failed', new Error(`Unexpected token in ${canary}\n  at the ${canary}:1:1`));
  log.writeError('call-failed', new AppError('not-found', canary), { channel: 'document.text' });
  log.writeError('call-failed', canary);
  const text = readFileSync(join(folder, 'acervo.log'), 'utf8');
  expect(text).not.toContain('canary');
  expect(text).not.toContain(process.cwd());
  expect(lines()[0].frames[0]).toMatch(/log\.test\.ts:\d+:\d+/u);
  expect(lines()[1]).toMatchObject({ code: 'not-found', channel: 'document.text' });
  expect(lines()[2]).toMatchObject({ code: 'bug', frames: [] });
});

it.each([
  ['/home/ana maría', '/home/ana maría/acervo/main.mjs', '~/acervo/main.mjs'],
  ['/home/ana maría', 'file:///home/ana%20mar%C3%ADa/acervo/main.mjs', 'file://~/acervo/main.mjs'],
  ['C:\\Users\\ana maría', 'C:\\Users\\ana maría\\acervo\\main.mjs', '~\\acervo\\main.mjs'],
  ['C:\\Users\\ana maría', 'file:///C:/Users/ana%20mar%C3%ADa/acervo/main.mjs', 'file:///~/acervo/main.mjs'],
])('hides the home folder %s in a frame of %s', (homeFolder, file, shown) => {
  const error = new Error('broken');
  error.stack = `Error: broken\n    at open (${file}:1:2)`;
  createLog({ ...options(), homeFolder }).writeError('call-failed', error);
  expect(lines()[0].frames).toStrictEqual([`at open (${shown}:1:2)`]);
});

it('keeps a few files of a limited size', () => {
  const log = createLog(options());
  for (let n = 0; n < 200; n++) log.write('window-shown', { afterMs: n });
  expect(readdirSync(folder).sort()).toStrictEqual(['acervo.1.log', 'acervo.2.log', 'acervo.log']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(2_200);
  expect(lines().at(-1)).toMatchObject({ afterMs: 199 });
});

it('does without a log where it cannot write one', () => {
  writeFileSync(join(folder, 'file'), '');
  const log = createLog({ ...options(), folder: join(folder, 'file', 'logs') });
  expect(() => log.write('app-quit')).not.toThrow();
});
