// Numbers and dates as a cell shows them, by the workbook's own formats.
import { SSF } from '@e965/xlsx';

/** Built-in format 14 is the date of the reader's own country: written so that everybody reads the same day. */
const localDate = 14;
const unambiguousDate = 'yyyy-mm-dd';
/** Longer numbers are written with a power of ten. */
const maxPlain = 1e11;

/** A number as its cell shows it; where a format is broken, the plain number. */
export function formatCell(value: number, format: string | number, isFrom1904: boolean): string {
  // Whole numbers without a format of their own are as they are; formatting a million of them takes seconds.
  if ((format === 0 || format === 'General') && Number.isInteger(value) && Math.abs(value) < maxPlain)
    return String(value);
  try {
    const code = format === localDate || format === 'm/d/yy' ? unambiguousDate : format;
    return String(SSF.format(code, value, { date1904: isFrom1904 })).trim();
  } catch {
    return String(value);
  }
}
