// Sizes for people to read, in the window and on the command line alike.

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `1.2 MB`, with decimal units as file managers show them. */
export function sizeText(bytes: number, language: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < sizeUnits.length - 1) {
    value /= 1000;
    unit++;
  }
  const maximumFractionDigits = unit === 0 || value >= 100 ? 0 : 1;
  const style = { style: 'unit', unit: sizeUnits[unit] ?? 'byte', unitDisplay: unit === 0 ? 'long' : 'short' } as const;
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits }).format(value);
}
