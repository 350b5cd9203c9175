// JSON as readable text: names and values line by line, each part of a sensible size a block under its key path.
import { HeadingTrail, makeBlock } from './blocks.js';
import { decodeText } from './decode-text.js';
import type { Loader } from './load-context.js';
import { loadLimits } from './load-limits.js';
import { plainTextDocument } from './load-txt.js';
import type { Block } from './loaded-document.js';
import { textDocument } from './text-document.js';

/** A part whose text is longer than this is cut into its own parts. */
const maxPartCharacters = 1_500;

export const loadJson: Loader = async (bytes, { extension }) => {
  const { text: source, encoding } = decodeText(bytes);
  const isLines = extension === 'jsonl' || extension === 'ndjson';
  const type = isLines ? 'jsonl' : 'json';
  const value = parseJson(source, isLines);
  // What is no JSON, or nests too deep for it, is text.
  if (value === undefined) return plainTextDocument(source, encoding, type);
  const { text, blocks } = new JsonWriter().write(value);
  return textDocument({
    text,
    type,
    title: titleOf(value),
    encoding,
    blocks,
  });
};

/**
 * One JSON value, or a list of the values of JSON Lines; undefined where it is neither. A line that is cut or broken
 * (logs have them) is kept as the text that it is, while most others are values.
 */
function parseJson(source: string, isLines: boolean): unknown {
  const whole = isLines ? undefined : tryParse(source);
  if (whole !== undefined) return whole;
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  if (!isLines && (lines.length < 2 || tryParse(lines[0] ?? '') === undefined)) return undefined;
  let broken = 0;
  const values = lines.map((line): unknown => {
    const value = tryParse(line);
    if (value === undefined) broken++;
    return value === undefined ? line : value;
  });
  return broken * (isLines ? 2 : 10) > lines.length ? tryParse(source) : values;
}

function tryParse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function titleOf(value: unknown): string | null {
  const title = isObject(value) ? value.title : null;
  return typeof title === 'string' && title.trim() !== ''
    ? title.trim().slice(0, loadLimits.maxHeadingCharacters)
    : null;
}

type JsonObject = { readonly [key: string]: unknown };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class JsonWriter {
  readonly #parts: string[] = [];
  readonly #ranges: { readonly start: number; readonly end: number; readonly path: readonly string[] }[] = [];
  readonly #trail = new HeadingTrail();
  #length = 0;

  write(value: unknown): { readonly text: string; readonly blocks: readonly Block[] } {
    this.#writeParts(value, 1);
    const text = this.#parts.join('');
    const blocks = this.#ranges.map(({ start, end, path }) =>
      makeBlock(text, { kind: 'paragraph', start, end, headingPath: path }),
    );
    return { text, blocks: blocks.filter((block) => block !== null) };
  }

  /** Entries of a container one by one; entries that are containers and too long are entered. */
  #writeParts(value: unknown, level: number): void {
    const entries = entriesOf(value);
    if (entries === null) {
      this.#trail.enter(level, '');
      this.#writeBlock(lineOf(value));
      return;
    }
    let short: string[] = [];
    const flush = (): void => {
      if (short.length > 0) this.#writeBlock(short.join('\n'));
      short = [];
    };
    const isList = Array.isArray(value);
    for (const [key, entry] of entries) {
      const name = isList ? '' : key;
      if (level < loadLimits.maxHeadingLevels && isLong(entry)) {
        flush();
        this.#trail.enter(level, key);
        this.#writeParts(entry, level + 1);
        this.#trail.enter(level, '');
      } else if (isList || entriesOf(entry) !== null) {
        flush();
        this.#trail.enter(level, key);
        this.#writeBlock(render(name, entry, 0));
        this.#trail.enter(level, '');
      } else {
        short.push(render(name, entry, 0));
      }
    }
    flush();
  }

  #writeBlock(words: string): void {
    if (this.#length > 0) this.#append('\n\n');
    const start = this.#length;
    this.#append(words);
    this.#ranges.push({ start, end: this.#length, path: this.#trail.path });
  }

  #append(words: string): void {
    this.#parts.push(words);
    this.#length += words.length;
  }
}

/** Names and values of an object; places from 1 and values of a list of containers; null for what is read as one value. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (Array.isArray(value)) {
    return value.some((entry) => typeof entry === 'object' && entry !== null)
      ? value.map((entry, index) => [String(index + 1), entry] as const)
      : null;
  }
  return isObject(value) ? Object.entries(value) : null;
}

function isLong(value: unknown): boolean {
  return entriesOf(value) !== null && sizeOf(value, maxPartCharacters) <= 0;
}

/** What is left of `room` after the value's text, roughly; stops as soon as nothing is. */
function sizeOf(value: unknown, room: number, depth = 0): number {
  if (typeof value !== 'object' || value === null) return room - String(value).length - 2;
  let left = room;
  for (const key in value) {
    if (left <= 0 || depth > loadLimits.maxNesting) return 0;
    left = sizeOf((value as JsonObject)[key], left - (Array.isArray(value) ? 0 : key.length), depth + 1);
  }
  return left;
}

/** `name: value`, with the parts of containers on indented lines below. */
function render(name: string, value: unknown, indents: number, depth = 0): string {
  const indent = '  '.repeat(Math.min(indents, 8));
  const entries = depth > loadLimits.maxNesting ? null : entriesOf(value);
  if (entries === null) return `${indent}${name === '' ? '' : `${name}: `}${lineOf(value)}`;
  const inner = name === '' ? indents : indents + 1;
  const below = entries.map(([key, entry]) => render(Array.isArray(value) ? '' : key, entry, inner, depth + 1));
  return [...(name === '' ? [] : [`${indent}${name}:`]), ...below].join('\n');
}

/** A value on one line: all that is in it with commas, however deep, and text as it is. */
function lineOf(value: unknown): string {
  const words: string[] = [];
  // A stack of its own: a million levels are too many for calls in calls.
  const open: (readonly [string, unknown])[] = [['', value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, entry] = next;
    if (typeof entry !== 'object' || entry === null)
      words.push(name === '' ? plain(entry) : `${name}: ${plain(entry)}`);
    else if (Array.isArray(entry)) for (const inner of entry.toReversed()) open.push(['', inner]);
    else open.push(...Object.entries(entry).reverse());
  }
  return words.join(', ');
}

function plain(value: unknown): string {
  return String(value).replace(/\r\n?/g, '\n').replaceAll('\0', ' ');
}
