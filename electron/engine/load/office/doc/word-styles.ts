// The binary Word file: which of its styles are headings.

import { loadLimits } from '../../load-limits.js';
import type { WordFile } from './word-file.js';

const titleStyle = 62;
const noStyle = 0xfff;

interface Style {
  /** Built-in styles are told by a number, in every language: 1 to 9 are the headings. */
  readonly builtIn: number;
  readonly basedOn: number;
}

/** 0 is the title, 1 the highest heading; null for every other style. */
export function headingLevels({ data, tables }: WordFile): (style: number) => number | null {
  const styles: (Style | null)[] = [];
  if (tables !== null) {
    const start = data.readUInt32LE(0xa2);
    const sheet = tables.subarray(start, start + data.readUInt32LE(0xa6));
    styles.push(...readStyles(sheet));
  }
  return (style) => {
    let current = style;
    for (let step = 0; step < loadLimits.maxInheritance && current !== noStyle; step++) {
      const found = styles[current];
      if (found === undefined || found === null) return null;
      if (found.builtIn >= 1 && found.builtIn <= 9) return found.builtIn;
      if (found.builtIn === titleStyle) return 0;
      current = found.basedOn;
    }
    return null;
  };
}

function* readStyles(sheet: Buffer): Generator<Style | null> {
  if (sheet.length < 4) return;
  const count = sheet.readUInt16LE(2);
  let at = 2 + sheet.readUInt16LE(0);
  for (let index = 0; index < count && at + 2 <= sheet.length; index++) {
    const length = sheet.readUInt16LE(at);
    const isFilled = length >= 4 && at + 6 <= sheet.length;
    yield isFilled ? { builtIn: sheet.readUInt16LE(at + 2) & 0xfff, basedOn: sheet.readUInt16LE(at + 4) >> 4 } : null;
    // Each style begins at an even byte.
    at += 2 + length + (length & 1);
  }
}
