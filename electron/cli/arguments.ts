// The command line's arguments: one table of commands, read with Node's own parser.
import { parseArgs } from 'node:util';
import { AppError } from '../../shared/errors.js';

type OptionTable = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string; readonly multiple?: boolean }>
>;

interface Command {
  /** What stands after the command's name. */
  readonly usage: string;
  readonly help: string;
  readonly options: OptionTable;
  /** How many words may follow: at least, at most. */
  readonly words: readonly [number, number];
}

const common: OptionTable = {
  library: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

const searchOptions: OptionTable = {
  mode: { type: 'string' },
  fusion: { type: 'string' },
};

const any = Number.POSITIVE_INFINITY;

export const commands = {
  index: {
    usage: 'PATH… [--collection NAME] [--force] [--words-only] [--recognise] [--time-limit SECONDS] [--passwords FILE]',
    help: 'Add folders and files, and index what is new or changed in them; --recognise reads scanned pages and pictures too. FILE has one password a line, for PDFs that ask for one; “-” asks for it here.',
    options: {
      collection: { type: 'string' },
      force: { type: 'boolean' },
      'words-only': { type: 'boolean' },
      passwords: { type: 'string' },
      recognise: { type: 'boolean' },
      'time-limit': { type: 'string' },
    },
    words: [1, any],
  },
  search: {
    usage:
      'QUERY [-k N] [--mode hybrid|vector|words] [--fusion default|rrf] [--min-relevance R] [--collection NAME] [--type EXT] [--in PATH] [--since D] [--until D] [--language L] [--meta KEY=VALUE] [--all]',
    help: 'Find passages by meaning and by words. --meta filters by the keys that documents carry (version=2, year>2020, tags=a,b).',
    options: {
      ...searchOptions,
      k: { type: 'string', short: 'k' },
      'min-relevance': { type: 'string' },
      collection: { type: 'string' },
      type: { type: 'string', multiple: true },
      in: { type: 'string', multiple: true },
      since: { type: 'string' },
      until: { type: 'string' },
      language: { type: 'string', multiple: true },
      meta: { type: 'string', multiple: true },
      all: { type: 'boolean' },
    },
    words: [1, any],
  },
  status: { usage: '', help: 'Say what the library holds.', options: {}, words: [0, 0] },
  documents: {
    usage: '[--state S]',
    help: 'List the documents with their states and reasons.',
    options: { state: { type: 'string' } },
    words: [0, 0],
  },
  text: {
    usage: 'PATH [--encoding NAME|auto] [--time-limit SECONDS]',
    help: "Show a document's text as Acervo read it. --encoding reads it again, and from now on, with that encoding.",
    options: { encoding: { type: 'string' }, 'time-limit': { type: 'string' } },
    words: [1, 1],
  },
  eval: {
    usage: 'SET [--queries SET2] [--mode hybrid|vector|words] [--fusion default|rrf] [--threshold-curve] [--run FILE]',
    help: 'Measure retrieval on a set of questions with known passages.',
    options: {
      ...searchOptions,
      queries: { type: 'string' },
      'threshold-curve': { type: 'boolean' },
      run: { type: 'string' },
    },
    words: [1, 1],
  },
  reset: {
    usage: '[--collection NAME] [--yes]',
    help: 'Forget everything, or one collection. Files on disk are never touched.',
    options: { collection: { type: 'string' }, yes: { type: 'boolean' } },
    words: [0, 0],
  },
  verify: { usage: '', help: 'Compare store, words, vectors and graph, and repair.', options: {}, words: [0, 0] },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

export interface ParsedArguments {
  readonly command: CommandName;
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(commands, name);
}

export function usage(): string {
  const lines = ['Usage: acervo COMMAND … [--library DIR] [--json]', ''];
  for (const [name, { usage: words, help }] of Object.entries(commands)) {
    lines.push(`  ${name} ${words}`.trimEnd(), `      ${help}`);
  }
  lines.push(
    '',
    'Without --library it is the library of the app. Exit: 0 done, 1 done with problems, 2 could not run.',
  );
  return `${lines.join('\n')}\n`;
}

/** @throws AppError `wrong-use` with the command's usage */
export function parseArguments(argv: readonly string[]): ParsedArguments | { readonly command: 'help' } {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return { command: 'help' };
  if (!isCommand(name)) {
    throw new AppError('wrong-use', `There is no command “${name}”. There are: ${Object.keys(commands).join(', ')}.`);
  }
  const command: Command = commands[name];
  const hint = `Usage: acervo ${name} ${command.usage}`.trimEnd();
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: rest,
      options: { ...common, ...command.options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    // Only the first sentence: what follows explains Node, not Acervo.
    const [words = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new AppError('wrong-use', `${words.replace(/\.$/u, '')}. ${hint}`, { cause: error });
  }
  if (parsed.values.help === true) return { command: 'help' };
  const [least, most] = command.words;
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
  if (name !== 'search' && parsed.positionals.some(isEmpty))
    throw new AppError('wrong-use', `A path is empty. ${hint}`);
  for (const [key, all] of values) {
    if (all.some(isEmpty)) throw new AppError('wrong-use', `${dashed(key)} takes a value. ${hint}`);
  }
  return { command: name, words: parsed.positionals, flags, values };
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
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
