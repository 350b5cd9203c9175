// The results as a table for a person.

/** Nested figures as `part.name  value`, one a line, numbers to three significant places. */
export function resultRows(results: unknown): string {
  const rows: [string, string][] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
    } else if (typeof value === 'number') {
      rows.push([path, Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)))]);
    } else {
      rows.push([path, String(value)]);
    }
  };
  walk(results, '');
  const width = Math.max(...rows.map(([path]) => path.length));
  return rows.map(([path, value]) => `${path.padEnd(width)}  ${value}\n`).join('');
}
