// The command line: reads the arguments, runs one command, and turns what was thrown into words and an exit code.

import packageFile from '../../package.json' with { type: 'json' };
import { AppError, type PlainError, toPlainError } from '../../shared/errors.js';
import { parseArguments } from './arguments.js';
import { runCommand } from './commands.js';
import { helpFor } from './help.js';
import { terminalOutput } from './output.js';

const couldNotRun = 2;

function wordsOf({ code, message }: PlainError): string {
  if (code === 'cancelled') return 'Cancelled. What was stored stays: the same command goes on from there.';
  if (code !== 'bug') return message;
  return `Something unexpected went wrong: ${message} Try again; if it stays so, please report it.`;
}

async function main(argv: readonly string[]): Promise<number> {
  const output = terminalOutput(argv.includes('--json'));
  try {
    const parsed = parseArguments(argv);
    if (parsed.command === 'version') {
      process.stdout.write(`${packageFile.version}\n`);
      return 0;
    }
    if (parsed.command === 'help') {
      process.stdout.write(helpFor(parsed.about));
      return argv.length === 0 ? couldNotRun : 0;
    }
    return await runCommand(parsed, output);
  } catch (error) {
    const plain = toPlainError(error);
    if (output.isJson) process.stdout.write(`${JSON.stringify({ error: plain })}\n`);
    else output.message(`acervo: ${wordsOf(plain)}`);
    if (!(error instanceof AppError) && error instanceof Error && process.env.ACERVO_DEBUG)
      output.message(`${error.stack}`);
    return couldNotRun;
  }
}

// A reader that closes the pipe early (`acervo search … | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : couldNotRun));
// Progress that nobody reads any more (`acervo index … 2>&1 | head -1`) must not end the work.
process.stderr.on('error', () => undefined);
process.exitCode = await main(process.argv.slice(2));
