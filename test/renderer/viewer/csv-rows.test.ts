// Tables written as text, with the place of every cell.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../renderer/viewer/csv-rows.js';

const cellsOf = (text: string): string[][] | undefined =>
  csvRows(text)?.map((row) => row.cells.map(({ start, end }) => text.slice(start, end)));

describe('the rows of a table', () => {
  it('are cut at the delimiter that the lines agree on', () => {
    expect(cellsOf('Item;Sum\nRent, flat;780,00\nGas;40,10\n')).toEqual([
      ['Item', 'Sum'],
      ['Rent, flat', '780,00'],
      ['Gas', '40,10'],
    ]);
  });

  it('keep delimiters, line breaks and doubled quotation marks inside a quoted cell', () => {
    expect(cellsOf('a,b\n"x, ""y""\nz",2\n3,4')).toEqual([
      ['a', 'b'],
      ['x, ""y""\nz', '2'],
      ['3', '4'],
    ]);
  });

  it('take a quotation mark that is never closed as a plain one', () => {
    expect(cellsOf('size,name\n"17 inch,screen\n1,2')).toEqual([
      ['size', 'name'],
      ['"17 inch', 'screen'],
      ['1', '2'],
    ]);
  });

  it('obey a line that names the delimiter, and skip empty lines', () => {
    expect(cellsOf('sep=|\r\na|b\r\n\r\n1|2\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('are none where the text is no table', () => {
    expect(csvRows('Just a line of text\nand another')).toBeNull();
  });

  it('stand in order and inside the text, whatever it is', () => {
    const texts = fc.array(fc.constantFrom('a', ',', '"', '\n', '\r\n', 'é')).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        let at = 0;
        for (const { cells } of csvRows(text) ?? []) {
          for (const { start, end } of cells) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThanOrEqual(start);
            at = end;
          }
        }
        expect(at).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
