// The command line's arguments, read with Node's own parser by the table of commands.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AppError } from '../../shared/errors.js';
import {
  type Command,
  type CommandName,
  commandNamed,
  commands,
  commonOptions,
  dashed,
  isCommand,
} from './command-table.js';
import { usageOf } from './help.js';

export interface ParsedArguments {
  readonly command: CommandName;
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** Asks for words about Acervo instead of work. */
export type AskedFor =
  | { readonly command: 'help' /** Where one command is to be explained. */; readonly about?: CommandName }
  | { readonly command: 'version' };

/** @throws AppError `wrong-use` with the command's usage */
export function parseArguments(argv: readonly string[]): ParsedArguments | AskedFor {
  const [name, ...rest] = argv;
  if (name === '--version' || name === 'version') return { command: 'version' };
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return helpAbout(rest[0]);
  if (!isCommand(name)) {
    throw new AppError('wrong-use', `There is no command “${name}”. There are: ${Object.keys(commands).join(', ')}.`);
  }
  const command = commandNamed(name);
  const hint = usageOf(name);
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: asksQuestion.has(name) ? withQuestions(rest) : [...rest],
      options: parserOptions({ ...commonOptions, ...command.options }),
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new AppError('wrong-use', `${refusalOf(name, error)} ${hint}`, { cause: error });
  }
  if (parsed.values.help === true) return helpAbout(name);
  const [least, most] = command.wordCount;
  if (parsed.positionals.length < least || parsed.positionals.length > most) throw new AppError('wrong-use', hint);
  const flags = new Set<string>();
  const values = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(parsed.values)) {
    if (value === true) flags.add(key);
    else if (typeof value === 'string') values.set(key, [value]);
    else if (Array.isArray(value)) values.set(key, value.map(String));
  }
  // An empty word comes from a variable that is not set; as a path it would mean the folder one happens to be in.
  const isEmpty = (word: string): boolean => word === '';
  if (parsed.positionals.every(isEmpty) && least > 0) throw new AppError('wrong-use', hint);
  if (name !== 'search' && name !== 'ask' && parsed.positionals.some(isEmpty))
    throw new AppError('wrong-use', `A path is empty. ${hint}`);
  for (const [key, all] of values) {
    if (all.some(isEmpty)) throw new AppError('wrong-use', `${dashed(key)} takes a value. ${hint}`);
  }
  return { command: name, words: parsed.positionals, flags, values };
}

/** In their words a minus leaves something out. */
const asksQuestion: ReadonlySet<CommandName> = new Set(['search', 'ask']);

/** One word of the command line that holds several and begins with a minus is a question: no option has a space in its name. */
function withQuestions(args: readonly string[]): string[] {
  const mark = args.indexOf('--');
  const [before, behind] = mark < 0 ? [args, []] : [args.slice(0, mark), args.slice(mark + 1)];
  const questions = before.filter((word) => /^-["“„«\p{L}\p{N}]\S*\s/u.test(word));
  if (questions.length === 0) return [...args];
  return [...before.filter((word) => !questions.includes(word)), '--', ...questions, ...behind];
}

/** What Node's parser refused, in words of Acervo's own. */
function refusalOf(name: CommandName, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const [, option = ''] = /'(?:-\w, )?(--?[\w-]+)/u.exec(message) ?? [];
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `Unknown option '${option}'.${asksQuestion.has(name) && !option.startsWith('--') ? questionHint(name) : ''}`;
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message.includes('does not take')
        ? `${option} takes no value.`
        : `${option} takes a value; one that begins with a minus is written ${option}${option.startsWith('--') ? '=' : ''}VALUE.`;
    default:
      return 'These words and options make no sense together.';
  }
}

function questionHint(name: CommandName): string {
  return ` A question that leaves a word out goes into quotation marks, or behind --: acervo ${name} -- heron -mill.`;
}

function helpAbout(name: string | undefined): AskedFor {
  return isCommand(name) ? { command: 'help', about: name } : { command: 'help' };
}

/** The table as Node's parser takes it. */
function parserOptions(table: Command['options']): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { value, short, isList }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isList === true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
}

/** The one value of an option. */
export function optionOf(parsed: ParsedArguments, name: string): string | undefined {
  return parsed.values.get(name)?.at(-1);
}

/** @throws AppError `wrong-use` when it is no number in the range */
export function numberOf(
  parsed: ParsedArguments,
  name: string,
  least: number,
  most: number,
  kind: 'whole' | 'decimal' = 'decimal',
): number | undefined {
  const value = optionOf(parsed, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  const form = kind === 'whole' ? /^\d+$/u : /^\d*\.?\d+$/u;
  if (!form.test(value) || number < least || number > most) {
    const what = kind === 'whole' ? 'a whole number' : 'a number';
    throw new AppError('wrong-use', `${dashed(name)} takes ${what} from ${least} to ${most}.`);
  }
  return number;
}

/** @throws AppError `wrong-use` when it is none of the choices */
export function choiceOf<T extends string>(
  parsed: ParsedArguments,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = optionOf(parsed, name);
  if (value === undefined) return undefined;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new AppError('wrong-use', `${dashed(name)} takes ${choices.join(', ')}.`);
  return choice;
}
