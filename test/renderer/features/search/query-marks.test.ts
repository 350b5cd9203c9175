// Quotation marks and minus signs of a question, and the question without them.
import { describe, expect, it } from 'vitest';
import { forQuoting, hasMarks, withoutMarks } from '../../../../renderer/features/search/query-marks.js';

describe('the marks of a question', () => {
  it('are quotation marks of any kind and words with a minus', () => {
    expect(['"return period"', '«plazo»', '„Frist“', 'lease -draft', '-"first draft" lease'].map(hasMarks)).toEqual(
      Array(5).fill(true),
    );
  });

  it('are no hyphens inside words or between them', () => {
    expect(['e-mail', 'lease - deposit', 'two words'].map(hasMarks)).toEqual([false, false, false]);
  });

  it('go, and with them the words that were to be left out', () => {
    expect(withoutMarks('"return period" lease -draft')).toBe('return period lease');
    expect(withoutMarks('«plazo de devolución» -"primer borrador"')).toBe('plazo de devolución');
  });

  it('are not doubled where the question is shown between quotation marks', () => {
    expect(forQuoting('"return period"')).toBe('return period');
    expect(forQuoting('«plazo»')).toBe('plazo');
    expect(forQuoting('the "return period"')).toBe('the "return period"');
    expect(forQuoting('"one" "two"')).toBe('"one" "two"');
  });
});
