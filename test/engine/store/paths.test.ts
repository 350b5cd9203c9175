// Paths are compared by whole names, never by how they begin.
import { expect, test } from 'vitest';
import {
  extensionOf,
  filePathOf,
  identityOf,
  isAtOrUnder,
  isNamedBy,
  isUnder,
  isWrittenOtherwise,
  pathOf,
  readInsideMarks,
  relativeTo,
  splitInside,
} from '../../../electron/engine/store/paths.js';

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

test('what lies inside a file has the path of its file, then its names there; records have names of any kind', () => {
  const place = { rootPath: '/a', isFile: false, relativePath: 'b/c.zip//d.zip//e/f.txt' };
  expect(pathOf(place)).toBe('/a/b/c.zip!/d.zip!/e/f.txt');
  expect(filePathOf(place)).toBe('/a/b/c.zip');
  expect(pathOf({ rootPath: '/a/c.zip', isFile: true, relativePath: 'c.zip//f.txt' })).toBe('/a/c.zip!/f.txt');
  expect(splitInside(place.relativePath)).toEqual({ file: 'b/c.zip', inside: ['d.zip', 'e/f.txt'] });
  expect(pathOf({ rootPath: 'records:x', isFile: false, relativePath: 'http://y/z' })).toBe('records:x/http://y/z');
});

test('a part of an archive and a file in a folder that is called like it have one path, and are two documents', () => {
  const inside = { rootPath: '/r', isFile: false, relativePath: 'a.zip//b/c.txt' };
  const beside = { rootPath: '/r', isFile: false, relativePath: 'a.zip!/b/c.txt' };
  expect(pathOf(inside)).toBe(pathOf(beside));
  expect(identityOf(inside)).not.toBe(identityOf(beside));
  expect(identityOf(beside)).toBe('/r/a.zip!/b/c.txt');
  const namedBy = (typed: string) => [inside, beside].map((place) => isNamedBy(place, typed));
  expect(namedBy('/r')).toEqual([true, true]);
  expect(namedBy('/r/a.zip')).toEqual([true, false]);
  expect(namedBy('/r/a.zip!')).toEqual([false, true]);
  expect(namedBy('/r/a.zip!/b')).toEqual([true, true]);
  expect(namedBy('/r/a.zip!/b/c.txt')).toEqual([true, true]);
  expect(namedBy('/r/a.zip!/b/c')).toEqual([false, false]);
  expect(isNamedBy({ ...beside, relativePath: 'an\u0303o/x.zip//y.zip//z' }, '/r/a\u00f1o/x.zip!/y.zip')).toBe(true);
});

test('a path as people see it is read with each mark as one, or as part of the name of a folder', () => {
  expect(readInsideMarks('b!/c.zip!/d')).toEqual(['b!/c.zip!/d', 'b//c.zip//d', 'b!/c.zip//d']);
  expect(readInsideMarks('b/c')).toEqual(['b/c']);
});

test('a name that is written in another case on disk is another name, and any other path is not', () => {
  expect(isWrittenOtherwise('/a/Report.txt', '/a/report.txt')).toBe(true);
  expect(isWrittenOtherwise('/a/report.txt', '/a/report.txt')).toBe(false);
  // A root that was reached by another way, such as a link, says nothing of the name.
  expect(isWrittenOtherwise('/a/report.txt', '/b/report.txt')).toBe(false);
});
