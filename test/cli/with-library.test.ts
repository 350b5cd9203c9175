// A library that is not there: what only looks answers as an empty one does, all else says so and fails.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseArguments } from '../../electron/cli/arguments.js';
import { runCommand } from '../../electron/cli/commands.js';
import type { Output } from '../../electron/cli/output.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const silent: Output = {
  isJson: true,
  result: () => undefined,
  message: () => undefined,
  progress: () => undefined,
  endProgress: () => undefined,
};

it.each([
  [['verify']],
  [['reset', '--yes']],
  [['reset', '--yes', '--collection', 'papers']],
  [['ask', 'who']],
  [['chat']],
  [['export', 'copy.acervo']],
  [['text', 'notes.txt']],
  [['forget', 'papers', '--yes']],
])('%j is refused where there is no library, and makes none', async (words) => {
  const folder = join(temporaryFolder(), 'typo');
  const parsed = parseArguments([...words, '--library', folder]);
  if (parsed.command === 'help' || parsed.command === 'version') throw new Error('A command was expected.');
  await expect(runCommand(parsed, silent)).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining(`no library in “${folder}”`),
  });
  expect(existsSync(folder)).toBe(false);
});

it('makes no library for a path that is not there', async () => {
  const folder = join(temporaryFolder(), 'new');
  const parsed = parseArguments(['index', join(folder, 'typo'), '--library', folder]);
  if (parsed.command === 'help' || parsed.command === 'version') throw new Error('A command was expected.');
  await expect(runCommand(parsed, silent)).rejects.toMatchObject({ code: 'vanished' });
  expect(existsSync(folder)).toBe(false);
});
