// Passwords on the command line: from a file and from standard input, and nowhere in what it prints.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesAt, makePdf } from '../helpers/make-pdf.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'engine', 'cli.mjs');

function acervo(
  words: readonly string[],
  input = '',
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...words], { stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        output += part;
      });
    }
    child.stdin.end(input);
    child.once('close', (code) => resolve({ code, output }));
  });
}

const password = ' garza real 9';

function folderWithLocked(): string {
  const root = temporaryFolder();
  const texts = linesAt(72, 100, ['El acta del consejo aprueba la presa.']);
  writeFiles(root, { 'acta.pdf': makePdf([{ texts }], { password, cipher: 'aes' }) });
  return root;
}

it('reads PDFs by the passwords of a file, one a line, also those that were left out before', async () => {
  const [root, folder] = [folderWithLocked(), temporaryFolder()];
  const index = ['index', root, '--words-only', '--library', folder];
  const without = await acervo(index);
  expect(without.code).toBe(1);
  expect(without.output).toContain('password');

  const file = join(temporaryFolder(), 'passwords.txt');
  writeFileSync(file, `otra\r\n${password}\r\n`);
  const opened = await acervo([...index, '--passwords', file]);
  expect(opened.code).toBe(0);
  expect(opened.output).not.toContain(password);
  const found = await acervo(['search', 'presa', '--mode', 'words', '--json', '--library', folder]);
  expect(found.output).toContain('El acta del consejo aprueba la presa.');
});

it('reads one from standard input, and says where there is none', async () => {
  const index = ['index', folderWithLocked(), '--words-only', '--library', temporaryFolder(), '--passwords'];
  expect((await acervo([...index, '-'], `${password}\n`)).code).toBe(0);
  expect(await acervo([...index, '-'])).toMatchObject({ code: 2, output: expect.stringContaining('no password') });
  const missing = join(temporaryFolder(), 'gone.txt');
  expect(await acervo([...index, missing])).toMatchObject({
    code: 2,
    output: expect.stringContaining('cannot be read'),
  });
});
