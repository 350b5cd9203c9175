// Where a passage stands, in words.
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeText, splitPlace } from '../../../renderer/format/places.js';
import { startStrings } from '../../../renderer/strings/i18n.js';
import { noLocator } from '../../../shared/domain/document.js';

let t: TFunction;

beforeAll(() => {
  startStrings('en');
  t = i18next.t;
});

describe('a place', () => {
  const headingPath = ['Lease', 'Deposit', 'Return'];

  it('is the page and the headings that lead to it', () => {
    expect(placeText({ ...noLocator, page: 14, headingPath }, t)).toBe('p. 14 · Lease › Deposit › Return');
  });

  it('leaves out a first heading that is the document’s title', () => {
    expect(placeText({ ...noLocator, headingPath }, t, 'Lease')).toBe('Deposit › Return');
    expect(placeText({ ...noLocator, headingPath }, t, 'Another title')).toBe('Lease › Deposit › Return');
  });

  it('is the line where the title is all there is', () => {
    expect(placeText({ ...noLocator, line: 3, headingPath: ['Lease'] }, t, 'Lease')).toBe('line 3');
  });

  it('is cut before its last heading, which stays', () => {
    expect(splitPlace('p. 14 · Lease › Deposit › Return')).toEqual({
      lead: 'p. 14 · Lease › Deposit',
      end: ' › Return',
    });
    expect(splitPlace('p. 14')).toEqual({ lead: '', end: 'p. 14' });
  });
});
