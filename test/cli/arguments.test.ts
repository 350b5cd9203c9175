// The command line's arguments: what is taken, what is refused.
import { describe, expect, it } from 'vitest';
import { numberOf, optionOf, parseArguments } from '../../electron/cli/arguments.js';
import { commands } from '../../electron/cli/command-table.js';
import { helpFor, overview } from '../../electron/cli/help.js';

function parsed(...argv: string[]) {
  const result = parseArguments(argv);
  if (result.command === 'help' || result.command === 'version') throw new Error('A command was expected.');
  return result;
}

describe('parseArguments', () => {
  it('reads words, flags and options, those that may be repeated as a list', () => {
    const result = parsed('search', 'how', 'long', '-k', '5', '--type', 'pdf', '--type', 'md', '--all', '--json');
    expect(result.words).toEqual(['how', 'long']);
    expect(optionOf(result, 'k')).toBe('5');
    expect(result.values.get('type')).toEqual(['pdf', 'md']);
    expect(result.flags).toEqual(new Set(['all', 'json']));
  });

  it.each([
    [['nonsense']],
    [['index']],
    [['search', 'x', '--no-such-option']],
    [['status', 'word']],
    [['text', 'a', 'b']],
  ])('refuses %j with words that say how it is used', (argv) => {
    expect(() => parseArguments(argv)).toThrowError(expect.objectContaining({ code: 'wrong-use' }));
  });

  it('takes a question in quotation marks that begins with a word to leave out', () => {
    expect(parsed('search', '-mill heron').words).toEqual(['-mill heron']);
    expect(parsed('search', '-"old mill" heron', '-k', '5').words).toEqual(['-"old mill" heron']);
    expect(parsed('search', '--all', '--', '-mill').words).toEqual(['-mill']);
  });

  it('refuses numbers that are none or out of range', () => {
    expect(() => numberOf(parsed('search', 'x', '-k', 'many'), 'k', 1, 10)).toThrow(/number from 1 to 10/u);
    expect(() => numberOf(parsed('search', 'x', '-k', '0'), 'k', 1, 10)).toThrow(/number from 1 to 10/u);
    expect(numberOf(parsed('search', 'x', '-k', '7'), 'k', 1, 10)).toBe(7);
  });

  it.each([
    ['search q -k 1.5', '-k takes a whole number'],
    ['search q -k 0x5', '-k takes a whole number'],
    ['search q --nonsense', "Unknown option '--nonsense'. Usage: acervo search"],
    ['search heron -mill', 'behind --: acervo search -- heron -mill. Usage: acervo search'],
    ['index a --size-limit -1', 'begins with a minus is written --size-limit=VALUE. Usage: acervo index'],
    ['ask q --base-url --model x', '--base-url takes a value'],
    ['search q -k', '--k takes a value'],
    ['search q --all=yes', '--all takes no value. Usage'],
  ])('says of “%s” what is wrong with it', (line, words) => {
    const read = () => {
      numberOf(parsed(...line.split(' ')), 'k', 1, 1_000, 'whole');
    };
    expect(read).toThrow(words);
  });

  it.each([
    ['index', ''],
    ['search', ''],
    ['status', '--library', ''],
    ['text', ''],
  ])('takes no empty word for a path: %s', (...words) => {
    expect(() => parseArguments(words)).toThrow(expect.objectContaining({ code: 'wrong-use' }));
  });

  it('gives help for nothing, for help and for a command with --help, and tells its version', () => {
    for (const argv of [[], ['help'], ['--help'], ['help', 'nonsense']]) {
      expect(parseArguments(argv)).toEqual({ command: 'help' });
    }
    for (const argv of [['index', '--help'], ['help', 'index'], ['search', 'x', '-h'].with(0, 'index')]) {
      expect(parseArguments(argv)).toEqual({ command: 'help', about: 'index' });
    }
    expect(parseArguments(['--version'])).toEqual({ command: 'version' });
  });

  it('names every command in the help, and how to learn the version', () => {
    expect(overview()).toContain('acervo --version');
    for (const name of Object.keys(commands)) expect(overview()).toContain(`\n  ${name}`);
  });

  it.each(Object.entries(commands))('explains every option of %s, one a line', (name, { options }) => {
    const lines = helpFor(name).split('\n');
    for (const option of [...Object.keys(options), 'library', 'json']) {
      const line = lines.find(
        (one) => new RegExp(`^  (-\\w(, )?)?(--${option})?( |$)`, 'u').test(one) && one.includes(option),
      );
      expect(line, option).toMatch(/ {2}\S.*\.$/u);
    }
  });
});
