// What every word processor's file comes down to: paragraphs and tables in reading order.

export interface FlowParagraph {
  readonly kind: 'paragraph' | 'list-item' | 'code';
  readonly text: string;
}

export interface FlowHeading {
  readonly kind: 'heading';
  /** 0 is the document's title, 1 the highest heading. */
  readonly level: number;
  readonly text: string;
}

export interface FlowRow {
  /** The file says that this row names the columns. */
  readonly isHeader: boolean;
  readonly cells: readonly (readonly FlowPiece[])[];
}

export interface FlowTable {
  readonly kind: 'table';
  /** The first row is drawn as one of column names, as new tables are unless somebody turns it off. */
  readonly mayHaveHeader: boolean;
  readonly rows: readonly FlowRow[];
}

export type FlowPiece = FlowParagraph | FlowHeading | FlowTable;

/** Letters of symbol fonts, which lie in Unicode's private area: Greek, and everything else as a list mark. */
const greek = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const capitalGreek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';

/** A character of a symbol font as the one that a reader sees; '' where there is no such character. */
export function symbolCharacter(code: number, font: string): string {
  const place = code & 0xff;
  if (/symbol/i.test(font)) {
    if (place >= 0x61 && place <= 0x7a) return greek[place - 0x61] ?? '';
    if (place >= 0x41 && place <= 0x5a) return capitalGreek[place - 0x41] ?? '';
    if (place >= 0x20 && place <= 0x40) return String.fromCharCode(place);
  }
  return code >= 0xf000 && code <= 0xf0ff ? '•' : code > 0 && code < 0xd800 ? String.fromCharCode(code) : '';
}

/** Words as they are kept: no control characters, line ends as `\n`, plain spaces, nothing at the ends. */
export function cleanWords(words: string): string {
  // Most cells and paragraphs are plain: one look spares them the rest.
  if (!/[^\x20-\x7e\u00a1-\u00ac\u00ae-\u1fff]/.test(words)) return words.trim();
  return words
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[\uf020-\uf0ff]/g, '•')
    .replace(/\u00a0/g, ' ')
    .replace(/(?![\n\t])[\p{Cc}\u00ad\ufeff\ufffe\uffff]/gu, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A cell's or a box's words on one line. */
export function lineOfPieces(pieces: readonly FlowPiece[]): string {
  return pieces
    .map((piece) =>
      piece.kind === 'table' ? piece.rows.map((row) => row.cells.map(lineOfPieces).join(' ')).join(' ') : piece.text,
    )
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
