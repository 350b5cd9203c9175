// Headers and footers: what every page repeats is said once, and page numbers not at all.
import { cleanWords, type FlowPiece, lineOfPieces } from './flow.js';
import { lineOfCells } from './table-header.js';

/** "Page 3 of 7" in whatever language. */
const pageNumber = /^\p{L}{1,12}\.?\s*\d+(?:\s*(?:\/|\p{L}{2,4})\s*\d+)?$/u;

/** The lines that say something new; `seen` remembers them. Lines that differ in their numbers only are the same. */
export function runningLines(lines: readonly string[], seen: Set<string>): readonly string[] {
  return lines.filter((line) => {
    const key = line.replace(/\d+/g, '#');
    if (seen.has(key)) return false;
    seen.add(key);
    return /\p{L}/u.test(line) && !pageNumber.test(line);
  });
}

/** Each paragraph and each row of a table as one line. */
export function linesOfPieces(pieces: readonly FlowPiece[]): readonly string[] {
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'table') return [cleanWords(piece.text)];
    return piece.rows.map((row) => lineOfCells(row.cells.map(lineOfPieces)));
  });
}
