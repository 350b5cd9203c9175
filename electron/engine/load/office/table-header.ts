// Which row of a table names its columns, and the line that those names make.
import { shorten } from '../blocks.js';
import { loadLimits } from '../load-limits.js';

export const cellSeparator = ' | ';
const maxNameCharacters = 80;
/** Names may be cut short with a full stop; longer ones that end with one are sentences. */
const maxAbbreviation = 12;

/** Filled cells as one line. */
export function lineOfCells(cells: readonly string[]): string {
  return cells.filter((cell) => cell !== '').join(cellSeparator);
}

/**
 * The names of the columns as the context of the rows below. Null where a cell is data: a number, a date, too long, or
 * said again in the next row, where no column's name stands.
 */
export function headerContext(cells: readonly string[], next: readonly string[]): string | null {
  const names = cells.filter((cell) => cell !== '');
  if (names.length < 2 || !names.every(isName) || names.some((name) => next.includes(name))) return null;
  return contextOfNames(names);
}

export function contextOfNames(names: readonly string[]): string | null {
  const filled = names.filter((name) => name !== '');
  return filled.length === 0 ? null : shorten(filled.join(cellSeparator), loadLimits.maxContextCharacters);
}

function isName(cell: string): boolean {
  if (cell.length > maxNameCharacters || /https?:|www\.|@/.test(cell) || /[.!?;]$/.test(cell.slice(maxAbbreviation))) {
    return false;
  }
  return /\p{L}/u.test(cell) || /^(?:19|20)\d\d$/.test(cell) || !/\d/.test(cell);
}
