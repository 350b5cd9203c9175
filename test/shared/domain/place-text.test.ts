// The one rule for places: what a line, a row and a heading trail are called, and which formats have lines.
import { expect, it } from 'vitest';
import { placeOf } from '../../../electron/cli/output.js';
import { locatorOf } from '../../../electron/engine/store/locators.js';
import { noLocator } from '../../../shared/domain/document.js';
import { hasLines } from '../../../shared/domain/place-text.js';

const stored = { page: null, line: 1, headingPath: [], sheet: null, row: null };

it.each(['docx', 'zip', 'html', 'epub', 'eml', 'json', 'srt', 'ipynb', 'odt'])('%s has no lines to name', (type) => {
  expect(placeOf({ locator: locatorOf({ ...stored, type }) })).toBe('');
});

it.each(['txt', 'md', 'yaml', 'tex', 'py', 'dockerfile'])(
  '%s is named by its lines where it has nothing else',
  (type) => {
    expect(hasLines(type)).toBe(true);
    expect(placeOf({ locator: locatorOf({ ...stored, type }) })).toBe('line 1');
    expect(placeOf({ locator: locatorOf({ ...stored, type, headingPath: ['Costs'] }) })).toBe('Costs');
  },
);

it('a place inside a part names the part first', () => {
  expect(placeOf({ locator: { ...noLocator, part: 'report', page: 2, headingPath: ['Costs', 'Travel'] } })).toBe(
    'report · p. 2 · Costs › Travel',
  );
});
