// Passwords for the command line: from a file or from standard input, never from the arguments, which other programs can see.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '../../shared/errors.js';

/**
 * One password a line; spaces belong to it. `-` reads standard input, and asks for one without showing it where that is a
 * terminal.
 * @throws AppError `not-found` for a file that cannot be read, `wrong-use` where there is no password
 */
export async function readPasswords(from: string): Promise<readonly string[]> {
  const lines = (await read(from)).split(/\r?\n/u).filter((line) => line !== '');
  if (lines.length === 0)
    throw new AppError('wrong-use', 'There is no password to read. Give one on a line of its own.');
  return lines;
}

async function read(from: string): Promise<string> {
  if (from === '-') return process.stdin.isTTY ? ask() : text(process.stdin);
  return readFile(from, 'utf8').catch((cause: unknown) => {
    throw new AppError('not-found', 'The file with the passwords cannot be read. Check its path.', { cause });
  });
}

/** What is typed is not shown. */
function ask(): Promise<string> {
  process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve, reject) => {
    const end = (): void => {
      process.stderr.write('\n');
      lines.close();
    };
    lines.once('SIGINT', () => {
      end();
      reject(new AppError('cancelled', 'Cancelled.'));
    });
    lines.question('', (answer) => {
      end();
      resolve(answer);
    });
  });
}
