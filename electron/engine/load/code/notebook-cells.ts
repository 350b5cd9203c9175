// The cells of a notebook file, of the present format and of the older one with worksheets.
import { z } from 'zod';
import { loadLimits } from '../load-limits.js';

export interface Cell {
  readonly kind: 'markdown' | 'code' | 'output' | 'raw';
  readonly words: string;
}

/** Text comes whole or as a list of lines. */
const multiline = z
  .union([z.string(), z.array(z.string())])
  .transform((lines) => (Array.isArray(lines) ? lines.join('') : lines));
const output = z.object({
  text: multiline.optional().catch(undefined),
  data: z
    .object({
      'text/plain': multiline.optional().catch(undefined),
      'text/markdown': multiline.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
});
const cell = z.object({
  cell_type: z.string(),
  level: z.number().int().min(1).max(6).optional().catch(undefined),
  source: multiline.optional().catch(undefined),
  input: multiline.optional().catch(undefined),
  outputs: z.array(output.catch({})).optional().catch(undefined),
});
const cells = z.array(cell.catch({ cell_type: 'raw' }));
const notebook = z.union([
  z.object({ cells }),
  z.object({ worksheets: z.array(z.object({ cells })) }).transform(({ worksheets }) => ({
    cells: worksheets.flatMap((sheet) => sheet.cells),
  })),
]);

/** In reading order, each code cell followed by what it printed; null where the source is no notebook. */
export function cellsOf(source: string): readonly Cell[] | null {
  const parsed = notebook.safeParse(parseJson(source));
  return parsed.success ? parsed.data.cells.flatMap(wordsOf) : null;
}

function wordsOf({ cell_type: type, level, source, input, outputs }: z.infer<typeof cell>): readonly Cell[] {
  const words = plain(source ?? input ?? '');
  if (type === 'markdown') return [{ kind: 'markdown', words: words.replace(/\(data:[^)\s]+\)/g, '()') }];
  if (type === 'heading') return [{ kind: 'markdown', words: `${'#'.repeat(level ?? 1)} ${words}` }];
  if (type !== 'code') return [{ kind: 'raw', words }];
  const printed = (outputs ?? []).map(({ text, data, ename, evalue }) =>
    plain(
      text ??
        data?.['text/markdown'] ??
        data?.['text/plain'] ??
        (ename === undefined ? '' : `${ename}: ${evalue ?? ''}`),
    ),
  );
  return [
    { kind: 'code', words },
    ...printed.map((output): Cell => ({ kind: 'output', words: output.slice(0, loadLimits.maxOutputCharacters) })),
  ];
}

/** Without the terminal's colour codes. */
function plain(words: string): string {
  const escapeCode = String.fromCharCode(27);
  const coloured = words.includes(escapeCode)
    ? words.replaceAll(new RegExp(`${escapeCode}\\[[0-9;]*[A-Za-z]`, 'g'), '')
    : words;
  return coloured.replace(/\r\n?/g, '\n').replaceAll('\0', ' ');
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}
