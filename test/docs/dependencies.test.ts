// docs/dependencies.md has one full row for each package of package.json, in the right table, with its exact version.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const versions = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: versions, optionalDependencies: versions, devDependencies: versions })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** The tables' rows: `{ '@scope/name': 'version' }`. A row needs all seven cells: package, version, why, world, licence, size, without it. */
function rowsUnder(heading: string): Record<string, string> {
  const page = readFileSync('docs/dependencies.md', 'utf8');
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return Object.fromEntries(
    rows.map((row) => {
      const cells = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      expect(cells, row).toHaveLength(7);
      expect(
        cells.filter((cell) => cell === ''),
        row,
      ).toEqual([]);
      return [cells[0]?.replaceAll('`', '') ?? '', cells[1] ?? ''];
    }),
  );
}

function sorted(record: Record<string, string>): [string, string][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

describe('docs/dependencies.md', () => {
  it('has the packages that the engine runs with', () => {
    const expected = { ...manifest.dependencies, ...manifest.optionalDependencies };
    expect(sorted(rowsUnder('At run time'))).toEqual(sorted(expected));
  });

  it('has the packages of the window and of the work on Acervo', () => {
    const rows = { ...rowsUnder('In the window'), ...rowsUnder('For the work on Acervo') };
    expect(sorted(rows)).toEqual(sorted(manifest.devDependencies));
  });

  it('finds every version in package.json to be exact', () => {
    const all = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
    expect(Object.values(all).filter((version) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
