// Numbers and marks of list items and numbered headings, as a word processor draws them.

export interface ListLevel {
  /** `decimal`, `lowerLetter`, `upperLetter`, `lowerRoman`, `upperRoman`, `bullet`, `none`. */
  readonly format: string;
  readonly start: number;
  /** `%1.%2` stands for the numbers of the levels; null: this level's number and a full stop. */
  readonly pattern: string | null;
}

export const bullet = '•';

/** Counts the items of one list. */
export class ListCounter {
  readonly #counts: number[] = [];

  /** The mark of the next item on `level` (0-based), with its space behind it; '' where none is drawn. */
  next(levels: readonly ListLevel[], level: number): string {
    const own = levels[level];
    if (own === undefined) return '';
    this.#counts.length = level + 1;
    for (let above = 0; above <= level; above++) {
      const start = levels[above]?.start ?? 1;
      const count = this.#counts[above];
      if (above === level) this.#counts[above] = count === undefined ? start : count + 1;
      else this.#counts[above] = count ?? start;
    }
    if (own.format === 'bullet') return `${bullet} `;
    if (own.format === 'none') return '';
    const mark = (own.pattern ?? `%${level + 1}.`).replace(/%(\d)/g, (_all, digit: string) => {
      const place = Number(digit) - 1;
      return formatNumber(this.#counts[place] ?? levels[place]?.start ?? 1, levels[place]?.format ?? 'decimal');
    });
    return mark.trim() === '' ? '' : `${mark.trim()} `;
  }

  /** The next item on `level` begins again at `start`. */
  restart(level: number, start: number): void {
    this.#counts.length = Math.min(this.#counts.length, level + 1);
    this.#counts[level] = start - 1;
  }
}

export function formatNumber(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value).toLowerCase();
    case 'upperLetter':
      return letters(value);
    case 'lowerRoman':
      return roman(value).toLowerCase();
    case 'upperRoman':
      return roman(value);
    case 'decimalZero':
      return String(value).padStart(2, '0');
    default:
      return String(value);
  }
}

/** A … Z, AA, BB, …: the letter is repeated, as word processors do. */
function letters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value);
  return String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}

const romanDigits: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [size, digits] of romanDigits) {
    while (rest >= size) {
      text += digits;
      rest -= size;
    }
  }
  return text;
}
