// What may be added to the library, and what lies inside it, with real files and links.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInside, realPathInside, realRoots } from '../../electron/main/inside-folder.js';

let base: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-inside-')));
  mkdirSync(join(base, 'data', 'año ñ 🙂'), { recursive: true });
  mkdirSync(join(base, 'data-evil'));
  writeFileSync(join(base, 'data', 'a.txt'), 'a');
  writeFileSync(join(base, 'data-evil', 'b.txt'), 'b');
  symlinkSync(join(base, 'data-evil', 'b.txt'), join(base, 'data', 'out.txt'));
  symlinkSync(join(base, 'data'), join(base, 'link'));
  symlinkSync(join(base, 'nowhere'), join(base, 'broken'));
});

afterAll(() => rmSync(base, { recursive: true }));

describe('inside', () => {
  it('goes by parts of the path, not by its letters', () => {
    expect(isInside('/app-data', '/app-data-evil/x')).toBe(false);
    expect(isInside('/app-data', '/app-data/x')).toBe(true);
    expect(isInside('/app-data', '/app-data')).toBe(true);
    expect(isInside('/app-data', '/app-data/../etc/passwd')).toBe(false);
    expect(isInside('/app-data', '/app-data/..hidden')).toBe(true);
    expect(isInside('/app-data', '/')).toBe(false);
  });

  it('follows links before it decides', async () => {
    const roots = [join(base, 'link')];
    expect(await realPathInside(roots, join(base, 'data', 'a.txt'))).toBe(join(base, 'data', 'a.txt'));
    await expect(realPathInside(roots, join(base, 'data', 'out.txt'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(realPathInside(roots, join(base, 'data', 'gone.txt'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(realPathInside([], join(base, 'data', 'a.txt'))).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('roots', () => {
  it('are real, and each there once', async () => {
    const dropped = [
      join(base, 'link'),
      join(base, 'data'),
      join(base, 'data', 'a.txt'),
      join(base, 'data', 'año ñ 🙂'),
    ];
    expect(await realRoots(dropped)).toStrictEqual([
      join(base, 'data'),
      join(base, 'data', 'a.txt'),
      join(base, 'data', 'año ñ 🙂'),
    ]);
  });

  it.each(['', 'relative/folder', '~/notes', '/tmp/a\0b'])('refuse %o as no path', async (path) => {
    await expect(realRoots([path])).rejects.toMatchObject({ code: 'wrong-use' });
  });

  it('refuse what is not there, and what is neither folder nor file', async () => {
    await expect(realRoots([join(base, 'nowhere')])).rejects.toMatchObject({ code: 'not-found' });
    await expect(realRoots([join(base, 'broken')])).rejects.toMatchObject({ code: 'not-found' });
    await expect(realRoots(['/dev/null'])).rejects.toMatchObject({ code: 'not-found' });
  });
});
