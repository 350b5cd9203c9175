// What the command line says of itself.
import {
  type CommandName,
  commandNamed,
  commands,
  commonOptions,
  dashed,
  isCommand,
  type Option,
} from './command-table.js';

const exitCodes = 'Exit code 0: done; 1: done, with problems that are listed; 2: wrong use, or it could not run.';

/** Every command in a line or two. */
export function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`);
  return [
    'Usage: acervo COMMAND … [--library FOLDER] [--json]',
    '',
    ...lines,
    '',
    'What a command takes: acervo COMMAND --help. Which Acervo this is: acervo --version. Without --library it works on the library of the app.',
    exitCodes,
    '',
  ].join('\n');
}

/** One command with each of its options. */
export function helpOf(name: CommandName): string {
  const { words, help, options } = commandNamed(name);
  const all = Object.entries({ ...options, ...commonOptions });
  const width = Math.max(...all.map((option) => typed(option).length));
  return [
    `Usage: acervo ${[name, words].filter(Boolean).join(' ')} [OPTION…]`,
    '',
    help,
    '',
    ...all.map((option) => `  ${typed(option).padEnd(width)}  ${option[1].help}`),
    '',
    exitCodes,
    '',
  ].join('\n');
}

/** The help that was asked for: of a command, or of all. */
export function helpFor(name: string | undefined): string {
  return isCommand(name) ? helpOf(name) : overview();
}

/** How a command is used, in one line, for what is said of a wrong one. */
export function usageOf(name: CommandName): string {
  const { words } = commandNamed(name);
  return `Usage: acervo ${[name, words].filter(Boolean).join(' ')} [OPTION…]; “acervo ${name} --help” explains it.`;
}

function typed([name, { value, short }]: readonly [string, Option]): string {
  const names = [...new Set([...(short === undefined ? [] : [dashed(short)]), dashed(name)])].join(', ');
  return value === undefined ? names : `${names} ${value}`;
}
