// Paths are compared by whole names, never by how they begin.
import { expect, test } from 'vitest';
import { extensionOf, isAtOrUnder, isUnder, pathOf, relativeTo } from '../../../electron/engine/store/paths.js';

test.each([
  ['/a/b', '/a/b', true],
  ['/a/b/c', '/a/b', true],
  ['/a/bc', '/a/b', false],
  ['/a', '/a/b', false],
  ['/a', '/', true],
  ['records:x/1', 'records:x', true],
  ['records:xy/1', 'records:x', false],
])('%s at or under %s: %s', (path, outer, expected) => {
  expect(isAtOrUnder(path, outer)).toBe(expected);
});

test('relative paths below a part of a root', () => {
  expect(['sub', 'sub/a', 'subway', 'a'].map((path) => isUnder(path, 'sub'))).toEqual([true, true, false, false]);
  expect(isUnder('anything', '')).toBe(true);
});

test('a path is its root and its relative path joined, and apart again', () => {
  expect(pathOf({ rootPath: '/', isFile: false, relativePath: 'a/b.txt' })).toBe('/a/b.txt');
  expect(pathOf({ rootPath: '/a/b.txt', isFile: true, relativePath: 'b.txt' })).toBe('/a/b.txt');
  expect(pathOf({ rootPath: 'records:x', isFile: false, relativePath: '../1' })).toBe('records:x/../1');
  expect(relativeTo('/a/b', '/')).toBe('a/b');
  expect(relativeTo('/a/b', '/a/b')).toBe('');
});

test('extensions are lower case, and a name that only begins with a dot has none', () => {
  expect(['a/B.PDF', '.profile', 'a.b/c', 'x.tar.gz'].map(extensionOf)).toEqual(['pdf', '', '', 'gz']);
});
