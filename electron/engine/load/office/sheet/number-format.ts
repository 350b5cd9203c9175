// Numbers and dates as a cell shows them, by the workbook's own formats.
import { SSF } from '@e965/xlsx';

/** Built-in format 14 is the date of the reader's own country: written so that everybody reads the same day. */
const localDate = 14;
const unambiguousDate = 'yyyy-mm-dd';
/** Longer numbers are written with a power of ten. */
const maxPlain = 1e11;

/** A number as its cell shows it; where a format is broken, the plain day or number. `format`: see `readableFormat`. */
export function formatCell(value: number, format: string | number, isFrom1904: boolean): string {
  // Whole numbers without a format of their own are as they are; formatting a million of them takes seconds.
  if ((format === 0 || format === 'General') && Number.isInteger(value) && Math.abs(value) < maxPlain)
    return String(value);
  const code = format === localDate || format === 'm/d/yy' ? unambiguousDate : format;
  try {
    return String(SSF.format(code, value, { date1904: isFrom1904 })).trim();
  } catch {
    const isDate = typeof code === 'string' && code !== unambiguousDate && SSF.is_date(code);
    return isDate ? formatCell(value, unambiguousDate, isFrom1904) : String(value);
  }
}

/** Quoted and escaped characters, blanks as wide as a character, tags, and all other characters one by one. */
const formatPieces = /"[^"]*"?|[\\_*].|\[[^\]]*\]|./gs;

/**
 * A format's code as SSF reads it. It takes the country that a format is for (`[$-409]`) for the currency `$`, and gives up at
 * the full stops of dates (`dd.mm.yyyy`) and at a blank before `%`, which many countries write.
 */
export function readableFormat(code: string): string {
  const pieces = code.match(formatPieces)?.filter((piece) => !piece.startsWith('[$-')) ?? [];
  return pieces
    .map((piece, index) => {
      const [before, after] = [pieces[index - 1], pieces[index + 1]];
      // Before a zero the stop begins the fraction of a second.
      if (piece === '.' && before !== undefined && /^[dmyhs]$/i.test(before) && after !== '0') return '\\.';
      return after === '%' && /^(?:\\?[ \xa0]|_.)$/s.test(piece) ? '' : piece;
    })
    .join('');
}
