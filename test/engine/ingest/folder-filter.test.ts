// What a folder's rules leave out, by name, pattern and size.
import { expect, test } from 'vitest';
import { FolderFilter } from '../../../electron/engine/ingest/folder-filter.js';
import { noRules, usualIgnoreNames, usualIgnores } from '../../../shared/domain/folder-rules.js';

function filter(...patterns: string[]): FolderFilter {
  return new FolderFilter({ ...noRules, patterns });
}

test('patterns work as in a .gitignore file: depth, anchors, folders, exceptions, case', () => {
  const rules = filter('*.log', '/top.txt', 'drafts/', 'a/**/z.txt', '!kept.log');
  expect(rules.leavesOutFile('x.LOG')).toBe(true);
  expect(rules.leavesOutFile('deep/x.log')).toBe(true);
  expect(rules.leavesOutFile('kept.log')).toBe(false);
  expect(rules.leavesOutFile('top.txt')).toBe(true);
  expect(rules.leavesOutFile('deep/top.txt')).toBe(false);
  expect(rules.leavesOut('drafts', 'folder')).toBe(true);
  expect(rules.leavesOut('drafts', 'file')).toBe(false);
  expect(rules.leavesOutFile('deep/drafts/x.txt')).toBe(true);
  expect(rules.leavesOutFile('a/b/c/z.txt')).toBe(true);
});

test('every usual ignore that is shown is one, and lets in what it names when it is switched', () => {
  for (const usual of usualIgnoreNames) {
    for (const pattern of usualIgnores[usual]) {
      const name = pattern.replaceAll('*', 'x');
      expect(new FolderFilter().leavesOutFile(name), name).toBe(true);
      // A hidden file of a tool is still hidden.
      const letIn = name.startsWith('.') ? (['hidden', usual] as const) : [usual];
      expect(new FolderFilter({ ...noRules, letIn: [...letIn] }).leavesOutFile(name), name).toBe(false);
    }
  }
});

test('the folders of tools stay out where hidden ones are let in', () => {
  const rules = new FolderFilter({ ...noRules, letIn: ['hidden'] });
  expect(rules.leavesOutFile('.notes/a.md')).toBe(false);
  expect(rules.leavesOutFile('.git/config')).toBe(true);
});

test('a pattern with ! lets in what is usually left out', () => {
  const rules = filter('!.notes');
  expect(rules.leavesOutFile('.notes/a.md')).toBe(false);
  expect(rules.leavesOutFile('.other/a.md')).toBe(true);
});

test('files over the limit are left out, those of just that size are not', () => {
  const rules = new FolderFilter({ ...noRules, maxFileBytes: 1_000 });
  expect(rules.leavesOutFile('a.txt', 1_000)).toBe(false);
  expect(rules.leavesOutFile('a.txt', 1_001)).toBe(true);
});

test('answers stay right over more paths than are remembered at once', () => {
  const rules = filter('*.log');
  for (let index = 0; index < 20_010; index += 1) {
    expect(rules.leavesOut(`f${index}.${index % 2 === 0 ? 'log' : 'txt'}`, 'file')).toBe(index % 2 === 0);
  }
});
