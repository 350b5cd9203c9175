// Which places are looked at after a burst of changes.
import { describe, expect, it } from 'vitest';
import { fewPlaces, TouchedPlaces } from '../../../electron/engine/watch/touched-places.js';

describe('fewPlaces', () => {
  it('leaves out what lies inside another place, and only that', () => {
    expect(fewPlaces(['a/b', 'a', 'ab', 'c/d/e', 'c/d', 'a'], 10)).toEqual(['a', 'ab', 'c/d']);
    expect(fewPlaces(['a', '', 'b'], 10)).toEqual(['']);
  });

  it('looks at folders instead of many places, the deepest first', () => {
    const many = Array.from({ length: 30 }, (_, index) => `one/two/file-${index}`);
    expect(fewPlaces([...many, 'top.txt'], 10)).toEqual(['top.txt', 'one/two']);
    const wide = Array.from({ length: 30 }, (_, index) => `folder-${index}/file`);
    expect(fewPlaces(wide, 10)).toEqual(['']);
    expect(fewPlaces(wide, 30)).toHaveLength(30);
  });
});

describe('TouchedPlaces', () => {
  it('gives what was touched in each root once, and all of a root after a storm', () => {
    const touched = new TouchedPlaces();
    expect(touched.isEmpty).toBe(true);
    touched.add(1, 'a.txt');
    touched.add(1, 'a.txt');
    for (let event = 0; event < 6_000; event += 1) touched.add(2, `folder-${event % 7}/file-${event}`);
    expect(touched.isEmpty).toBe(false);
    expect([...touched.take()]).toEqual([
      [1, ['a.txt']],
      [2, ['']],
    ]);
    expect(touched.isEmpty).toBe(true);
    expect([...touched.take()]).toEqual([]);
  });
});
