// Names inside files: hostile ones become harmless, and each is there once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIgnoredInside, safeName, UniqueNames } from '../../../../electron/engine/load/children/child-names.js';

describe('a name inside a file', () => {
  it.each([
    ['../../etc/passwd', 'etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Users\\ana\\plan.pdf', 'Users/ana/plan.pdf'],
    ['..\\..\\plan.pdf', 'plan.pdf'],
    ['plan\0.pdf', 'plan.pdf'],
    ['a//b/./c.txt', 'a/b/c.txt'],
    ['line\nbreak.txt', 'linebreak.txt'],
    ['\u202efdp.exe', 'fdp.exe'],
    ['  spaced .txt ', 'spaced .txt'],
    ['Größe ñ.txt', 'Größe ñ.txt'],
    ['../..', ''],
    ['', ''],
  ])('%j is %j', (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });

  it('is cut where it is very long, and keeps what says its kind', () => {
    expect(safeName(`${'x'.repeat(70_000)}.docx`)).toMatch(/^x{100,}….docx$/u);
    const deep = safeName(`${'folder/'.repeat(5_000)}plan.pdf`);
    expect(deep.length).toBeLessThanOrEqual(1_000);
    expect(deep).toMatch(/plan\.pdf$/);
  });

  it('never has an empty part, a way up, a control sign or half a character, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const name = safeName(given);
        expect(name).toBe(Buffer.from(name).toString('utf8'));
        expect(name).not.toMatch(/\p{Cc}|\\/u);
        for (const part of name === '' ? [] : name.split('/')) expect(['', '.', '..']).not.toContain(part);
        expect(safeName(name)).toBe(name);
      }),
    );
  });

  it('is there once, with a number where it comes again', () => {
    const names = new UniqueNames();
    expect(['a.pdf', 'a.pdf', 'a (2).pdf', 'b/.c', 'b/.c', 'a.pdf'].map((name) => names.take(name))).toEqual([
      'a.pdf',
      'a (2).pdf',
      'a (2) (2).pdf',
      'b/.c',
      'b/.c (2)',
      'a (3).pdf',
    ]);
  });

  it('is passed over where a system left it about', () => {
    expect(['__MACOSX/._plan.pdf', 'x/.DS_Store', 'node_modules/a.js', 'Thumbs.db'].every(isIgnoredInside)).toBe(true);
    expect(isIgnoredInside('papers/plan.pdf')).toBe(false);
  });
});
