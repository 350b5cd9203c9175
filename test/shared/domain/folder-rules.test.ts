// Rules of folders as text, and as they hold in a folder around.
import ignore from 'ignore';
import { expect, test } from 'vitest';
import { hasRules, noRules, patternsAround, patternsOfLines } from '../../../shared/domain/folder-rules.js';
import { folderRulesSchema } from '../../../shared/domain/folder-rules-schema.js';

test('a text gives one pattern a line, without blank lines and without what trails a line', () => {
  expect(patternsOfLines('*.log  \r\n\n  \n/drafts/\n!kept.log\n# said aloud\n')).toEqual([
    '*.log',
    '/drafts/',
    '!kept.log',
    '# said aloud',
  ]);
  expect(patternsOfLines('')).toEqual([]);
});

test('patterns of an inner folder leave out the same files when they stand in the outer one, and no others', () => {
  const around = ignore().add([...patternsAround('in [a]', ['*.log', '/top.txt', 'a/b.txt', 'drafts/', '!keep.log'])]);
  const left = (path: string): boolean => around.ignores(path);
  expect(
    ['in [a]/x.log', 'in [a]/deep/y.log', 'in [a]/top.txt', 'in [a]/a/b.txt', 'in [a]/deep/drafts/z.txt'].map(left),
  ).toEqual([true, true, true, true, true]);
  expect(
    ['x.log', 'in a/x.log', 'in [a]/deep/top.txt', 'top.txt', 'in [a]/keep.log', 'drafts/z.txt'].map(left),
  ).toEqual([false, false, false, false, false, false]);
});

test('rules from outside are refused where they are none, and an empty object means no rules', () => {
  expect(folderRulesSchema.parse({})).toEqual(noRules);
  expect(hasRules(noRules)).toBe(false);
  expect(hasRules({ ...noRules, maxFileBytes: 1 })).toBe(true);
  for (const wrong of [{ patterns: [''] }, { letIn: ['everything'] }, { maxFileBytes: 0 }, { patterns: 'x' }]) {
    expect(folderRulesSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
});
