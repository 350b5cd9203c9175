// Keys that scroll the reading pane.
import { describe, expect, it } from 'vitest';
import { scrollDistancePx } from '../../../renderer/viewer/scroll-keys.js';

describe('keys in the reading pane', () => {
  it('scroll by lines and by a little less than a page, so that the last line stays in sight', () => {
    expect(scrollDistancePx('ArrowDown', false, 500)).toBeGreaterThan(0);
    expect(scrollDistancePx('PageDown', false, 500)).toBe(450);
    expect(scrollDistancePx(' ', true, 500)).toBe(-450);
  });

  it('leave other keys alone', () => {
    expect(scrollDistancePx('a', false, 500)).toBeNull();
  });
});
