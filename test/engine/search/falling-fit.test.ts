// The nearest row of figures that never rises.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallingFit } from '../../../electron/engine/search/falling-fit.js';

describe('fallingFit', () => {
  it('leaves what falls as it is', () => {
    expect(fallingFit([])).toEqual([]);
    expect(fallingFit([0.9, 0.5, 0.5, 0.1])).toEqual([0.9, 0.5, 0.5, 0.1]);
  });

  it('gives neighbours that rise their mean, also those before them where the mean rises over these', () => {
    expect(fallingFit([0.5, 0.75, 0.25])).toEqual([0.625, 0.625, 0.25]);
    expect(fallingFit([0.5, 0.25, 1])).toEqual([1.75 / 3, 1.75 / 3, 1.75 / 3]);
    expect(fallingFit([1, 0.25, 0.5, 0.375])).toEqual([1, 0.375, 0.375, 0.375]);
  });

  it('never rises, keeps the sum, and fits no worse than any other falling row', () => {
    const row = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
    const distance = (one: readonly number[], other: readonly number[]): number =>
      one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0);
    fc.assert(
      fc.property(row, row, (values, other) => {
        const fit = fallingFit(values);
        const total = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0);
        expect(fit).toHaveLength(values.length);
        expect(total(fit)).toBeCloseTo(total(values), 9);
        for (let at = 1; at < fit.length; at++) expect(fit[at]).toBeLessThanOrEqual((fit[at - 1] ?? 0) + 1e-12);
        const falling = values.map((_, at) => other[at % other.length] ?? 0).sort((a, b) => b - a);
        expect(distance(fit, values)).toBeLessThanOrEqual(distance(falling, values) + 1e-9);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
