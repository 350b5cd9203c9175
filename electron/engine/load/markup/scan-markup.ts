// Structure of markup whose parsers do not run in JavaScript as they should: line by line, by the rules of its language.

import { shorten } from '../blocks.js';
import { linesOf } from '../lines.js';
import { loadLimits } from '../load-limits.js';
import { MarkdownStructure } from '../markdown/structure.js';

/** What the lines from a place on are. `count` lines are taken. */
export type MarkupStep =
  | { readonly kind: 'heading'; readonly count: number; readonly level: number; readonly words: string }
  /** The document's title where it is no heading of a section. */
  | { readonly kind: 'title'; readonly count: number; readonly words: string }
  /** Nothing for a reader: comments, settings, marks. */
  | { readonly kind: 'skip' | 'blank'; readonly count: number }
  | { readonly kind: 'code' | 'list-item' | 'words'; readonly count: number }
  | { readonly kind: 'table-row'; readonly count: 1; readonly cells: readonly string[] };

export interface MarkupLines {
  readonly count: number;
  /** Its first 2,000 characters without the line break; empty beyond the last line. */
  readonly at: (index: number) => string;
}

/** Made anew for each text: rules may remember what they have seen. */
export type MarkupRules = (lines: MarkupLines, index: number) => MarkupStep;

const maxLineCharacters = 2_000;

interface TableSoFar {
  readonly row: number;
  readonly context: string;
}

const noTable: TableSoFar = { row: 0, context: '' };

type Structure = Pick<MarkdownStructure, 'blocks' | 'title'>;

/** Steps between two signs of life. */
const stepsAtOnce = 20_000;

/** The text's blocks and title. The text itself is not changed. */
export async function scanMarkup(text: string, rules: MarkupRules, onProgress: () => void): Promise<Structure> {
  const places = [...linesOf(text)];
  const lines: MarkupLines = {
    count: places.length,
    at: (index) => {
      const place = places[index];
      return place === undefined ? '' : text.slice(place.start, Math.min(place.end, place.start + maxLineCharacters));
    },
  };
  const scan = new MarkupScan(text);
  for (let index = 0, steps = 1; index < places.length; steps++) {
    const step = rules(lines, index);
    const last = places[Math.min(index + step.count, places.length) - 1];
    scan.add(step, places[index]?.start ?? text.length, last?.end ?? text.length);
    index += step.count;
    if (steps % stepsAtOnce !== 0) continue;
    onProgress();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return scan.end();
}

class MarkupScan {
  readonly #structure: MarkdownStructure;
  #title: string | null = null;
  #open: { readonly kind: 'paragraph' | 'list-item'; readonly start: number } | null = null;
  #table: TableSoFar = noTable;

  constructor(text: string) {
    this.#structure = new MarkdownStructure(text);
  }

  add(step: MarkupStep, start: number, end: number): void {
    if (step.kind === 'words') {
      this.#open ??= { kind: 'paragraph', start };
      return;
    }
    this.#close(start);
    if (step.kind !== 'table-row' && step.kind !== 'skip') this.#table = noTable;
    switch (step.kind) {
      case 'list-item':
        this.#open = { kind: 'list-item', start };
        break;
      case 'heading':
        this.#structure.addHeading(start, end, step.level, step.words);
        break;
      case 'code':
        this.#structure.add(start, end, { kind: 'code' });
        break;
      case 'title':
        this.#title ??= shorten(step.words, loadLimits.maxHeadingCharacters) || null;
        this.#structure.add(start, end, { kind: 'heading' });
        break;
      case 'table-row':
        this.#addRow(step.cells, start, end);
        break;
      default:
        // Blank lines and what is not for a reader end what was open, and add nothing.
        break;
    }
  }

  end(): Structure {
    this.#close(this.#structure.text.length);
    return { blocks: this.#structure.blocks, title: this.#title ?? this.#structure.title };
  }

  #addRow(cells: readonly string[], start: number, end: number): void {
    const { row, context } = this.#table;
    this.#table = { row: row + 1, context: row === 0 ? namesOf(cells) : context };
    this.#structure.add(start, end, {
      kind: 'table-row',
      row: row + 1,
      context: row === 0 || context === '' ? null : context,
    });
  }

  #close(end: number): void {
    if (this.#open !== null) this.#structure.add(this.#open.start, end, { kind: this.#open.kind });
    this.#open = null;
  }
}

function namesOf(cells: readonly string[]): string {
  const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return shorten(names.join(' | '), loadLimits.maxContextCharacters);
}

/** How many lines from `index` on until one matches, that one too; all that are left where none does. */
export function countUntil(lines: MarkupLines, index: number, isLast: (line: string) => boolean): number {
  for (let at = index + 1; at < lines.count; at++) if (isLast(lines.at(at))) return at - index + 1;
  return lines.count - index;
}

/** How many lines from `index` on, the first taken as it is, are indented deeper than `indent` or blank; blank ones at the end not counted. */
export function countIndented(lines: MarkupLines, index: number, indent: number): number {
  let last = index;
  for (let at = index + 1; at < lines.count; at++) {
    const line = lines.at(at);
    if (line.trim() === '') continue;
    if (indentOf(line) <= indent) break;
    last = at;
  }
  return last - index + 1;
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
