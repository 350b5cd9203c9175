// The table of limits in docs/formats.md against the one file of numbers.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadLimits } from '../../electron/engine/load/load-limits.js';
import { chosenEncodings } from '../../shared/domain/encodings.js';

const page = readFileSync('docs/formats.md', 'utf8');

it('says each limit that a document can meet, with its number', () => {
  const table = page.split('## Limits\n')[1]?.split('\n## ')[0] ?? '';
  const told = [...table.matchAll(/((?:`\w+`, )*`\w+`) ([\d,]*\d)/g)].flatMap(([, names = '', number = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, Number(number.replaceAll(',', ''))]),
  );
  const limits: Readonly<Record<string, number>> = loadLimits;
  expect(told.length).toBeGreaterThan(25);
  expect(told).toEqual(told.map(([name = '']) => [name, limits[name]]));
});

it('names encodings that can be chosen', () => {
  expect(chosenEncodings.filter((name) => !page.includes(name) && !/^(?:iso-8859|windows)-/.test(name))).toEqual([]);
});
