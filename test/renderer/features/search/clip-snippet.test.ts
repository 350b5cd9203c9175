// The few lines of a passage that a card shows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clipSnippet,
  withCellsApart,
  withoutHeadings,
  withoutMarkdownSigns,
} from '../../../../renderer/features/search/clip-snippet.js';

/** No half of a character that takes two units. */
const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text);
const plain = (parts: readonly { readonly text: string }[]): string => parts.map((part) => part.text).join('');

describe('a snippet', () => {
  it('is the whole passage where that is short, with the matches marked', () => {
    expect(clipSnippet('The deposit is kept.', [{ start: 4, end: 11 }], 100)).toEqual([
      { text: 'The ', isMatch: false },
      { text: 'deposit', isMatch: true },
      { text: ' is kept.', isMatch: false },
    ]);
  });

  it('is the part with the most matches of a long passage, cut between words', () => {
    const text = `${'lorem ipsum '.repeat(40)}the deposit is returned within thirty days ${'dolor sit '.repeat(40)}`;
    const deposit = text.indexOf('deposit');
    const thirty = text.indexOf('thirty');
    const matches = [
      { start: 0, end: 5 },
      { start: deposit, end: deposit + 7 },
      { start: thirty, end: thirty + 6 },
    ];
    const parts = clipSnippet(text, matches, 160);
    expect(parts.filter((part) => part.isMatch).map((part) => part.text)).toEqual(['deposit', 'thirty']);
    expect(plain(parts)).toMatch(/^…(?:lorem|ipsum) .* (?:dolor|sit)…$/);
  });

  it('starts at the beginning where nothing matched', () => {
    expect(plain(clipSnippet('word '.repeat(100), [], 50))).toMatch(/^word word .*…$/);
  });

  it('is never much longer than asked, cuts no character in two, and takes only text of the passage', () => {
    const passages = fc.array(fc.constantFrom('a', 'é', '😀', ' ', 'word', '\n'), { maxLength: 120 });
    fc.assert(
      fc.property(passages, fc.array(fc.tuple(fc.nat(120), fc.nat(9)), { maxLength: 6 }), (pieces, places) => {
        const text = pieces.join('');
        let at = 0;
        const matches = places.flatMap(([gap, size]) => {
          const start = Math.min(text.length, at + gap);
          const end = Math.min(text.length, start + size + 1);
          at = end;
          return end > start ? [{ start, end }] : [];
        });
        const shown = plain(clipSnippet(text, matches, 60)).replace(/^…|…$/g, '');
        expect(text).toContain(shown);
        expect(shown.length).toBeLessThanOrEqual(61);
        const isCutByMatch = matches.some(({ start, end }) => !isWhole(text.slice(start, end)));
        expect(isWhole(shown) || isCutByMatch).toBe(true);
      }),
    );
  });

  it('starts after the headings that the card shows above it, with its matches in their places', () => {
    const text = '# Lease\n\n## **Costs** ##\n\nThe rent is due monthly.';
    const rent = text.indexOf('rent');
    const costs = text.indexOf('Costs');
    const matches = [
      { start: costs, end: costs + 5 },
      { start: rent, end: rent + 4 },
    ];
    expect(withoutHeadings({ text, matches }, ['Lease', 'Costs'])).toEqual({
      text: 'The rent is due monthly.',
      matches: [{ start: 4, end: 8 }],
    });
  });

  it('starts after a heading that is underlined, or stands alone on a line of a page', () => {
    expect(withoutHeadings({ text: 'Costs\n=====\nRent', matches: [] }, ['Costs']).text).toBe('Rent');
    expect(withoutHeadings({ text: 'Costs\nRent', matches: [] }, ['Lease', 'Costs']).text).toBe('Rent');
  });

  it('keeps all of a passage that begins otherwise, or has nothing but its heading', () => {
    const kept = (text: string) => withoutHeadings({ text, matches: [] }, ['Costs']).text;
    expect(kept('Costs and rent\nmore')).toBe('Costs and rent\nmore');
    expect(kept('## Costs')).toBe('## Costs');
    expect(kept('## Costs\n')).toBe('## Costs\n');
    expect(withoutHeadings({ text: 'Costs\nRent', matches: [] }, null).text).toBe('Costs\nRent');
  });

  it('shows the cells of a table apart', () => {
    expect(withCellsApart('Rent;780,00;;by transfer\nGas\t143,20')).toBe('Rent · 780,00 · by transfer\nGas · 143,20');
  });

  it('reads without the signs of Markdown', () => {
    expect(withoutMarkdownSigns('## Costs\n> **Rent** is `780` __euros__')).toBe('Costs\nRent is 780 euros');
    expect(withoutMarkdownSigns('- **We:** light\n  * gas - all of it')).toBe('• We: light\n  • gas - all of it');
  });
});
