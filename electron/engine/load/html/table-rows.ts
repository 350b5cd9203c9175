// Tables that hold data, row by row. Tables that lay out a page are none: their cells are read as the text they are.
import { shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';
import { type Element, findFirst, isElement, isUnseen, walk } from './nodes.js';

export interface TableRow {
  /** Cells with ` | ` between them. */
  readonly text: string;
  /** The column names; null for the row that holds them and for tables without. */
  readonly context: string | null;
}

const maxCellCharacters = 600;

interface Cells {
  readonly words: readonly string[];
  readonly isHeader: boolean;
}

/** The rows of a data table; null where the table is a layout, has one column only, or holds another table. */
export function readTable(table: Element): readonly TableRow[] | null {
  // Looked for first: reading the rows of each of many nested tables would take for ever.
  if (findFirst(table, ({ name }) => name === 'table') !== null) return null;
  const rows: Cells[] = [];
  walk(table, (node) => {
    if (!isElement(node) || isUnseen(node)) return false;
    if (node.name === 'tr') rows.push(readRow(node));
    return node.name !== 'tr';
  });
  // Code beside the numbers of its lines is no table either.
  if (rows.length === 1 && findFirst(table, ({ name }) => name === 'pre') !== null) return null;
  const filled = rows.filter((row) => row.words.some((words) => words !== ''));
  const isData =
    filled.length > 0 &&
    filled.filter((row) => row.words.length > 1).length >= filled.length / 2 &&
    filled.every((row) => row.words.every((words) => words.length <= maxCellCharacters));
  if (!isData) return null;
  const [first] = filled;
  const names = first?.isHeader ? first.words.filter((words) => words !== '') : [];
  const context = names.length === 0 ? null : shorten(names.join(' | '), loadLimits.maxContextCharacters);
  return filled.map((row) => ({
    text: row.words.filter((words) => words !== '').join(' | '),
    context: row === first ? null : context,
  }));
}

function readRow(row: Element): Cells {
  const cells = row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th');
  return {
    words: cells.filter((cell) => !isUnseen(cell)).map(wordsOfCell),
    isHeader: cells.length > 0 && cells.every(({ name }) => name === 'th'),
  };
}

/** Seen text on one line. */
function wordsOfCell(cell: Element): string {
  const parts: string[] = [];
  walk(cell, (node) => {
    if (node.type === 'text') parts.push(node.data);
    else if (isElement(node)) {
      if (isUnseen(node)) return false;
      if (node.name !== 'span' && node.name !== 'a' && node.name !== 'b' && node.name !== 'i') parts.push(' ');
    }
    return true;
  });
  return parts
    .join('')
    .replace(/[\s\0]+/g, ' ')
    .trim();
}
