// The two tables of real documents: what each must give in general, and what a reader sees in it.
export interface ExpectedRow {
  readonly category: string;
  readonly file: string;
  /** In words, read by `judge.ts`. */
  readonly must: string;
}

/** What the text of one file holds. */
export interface Phrases {
  readonly mustHold: readonly string[];
  /** At most once where `once` says so, else not at all. */
  readonly mustNotHold: readonly string[];
  readonly atMostOnce: readonly string[];
  /**
   * Codes of which one must come instead of text. `text` among them: text is right too, whatever a count of letters says;
   * `none`: nothing that can come is right.
   */
  readonly reasons: readonly string[];
}

function cellsOf(table: string): readonly (readonly string[])[] {
  return table
    .split(/\r?\n/u)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));
}

export function readExpected(table: string): readonly ExpectedRow[] {
  return cellsOf(table).map(([category = '', file = '', , must = '']) => ({ category, file, must }));
}

function parts(cell: string, separator: string): readonly string[] {
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Columns: file, must hold, must not hold (`2x:` before what may stand there once), reasons, note. */
export function readPhrases(table: string): ReadonlyMap<string, Phrases> {
  return new Map(
    cellsOf(table).map(([file = '', hold = '', not = '', reasons = '']) => {
      const unwanted = parts(not, ' | ');
      return [
        file,
        {
          mustHold: parts(hold, ' | '),
          mustNotHold: unwanted.filter((phrase) => !phrase.startsWith('2x:')),
          atMostOnce: unwanted.filter((phrase) => phrase.startsWith('2x:')).map((phrase) => phrase.slice(3)),
          reasons: parts(reasons, '/'),
        },
      ];
    }),
  );
}
