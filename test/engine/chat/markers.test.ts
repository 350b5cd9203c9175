// Citation marks in streamed text, wherever the stream is cut.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MarkerReader } from '../../../electron/engine/chat/markers.js';

function read(pieces: readonly string[], given = 3): { readonly text: string; readonly marks: readonly string[] } {
  const reader = new MarkerReader((n) => n >= 1 && n <= given);
  const all = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  let text = '';
  const marks: string[] = [];
  for (const piece of all) {
    if (piece.kind === 'text') text += piece.text;
    else marks.push(`${piece.n}@${text.length}`);
  }
  return { text, marks };
}

it.each([
  ['One [1].', 'One.', ['1@3']],
  ['One[1][2] two [3]', 'One two', ['1@3', '2@3', '3@7']],
  ['One [1, 3; 2].', 'One.', ['1@3', '3@3', '2@3']],
  ['Only given [4] ones [0].', 'Only given [4] ones [0].', []],
  ['Links [1](https://a.example) stay', 'Links [1](https://a.example) stay', []],
  ['The year [2024] and a list[x] stay', 'The year [2024] and a list[x] stay', []],
  ['Rows [1, 500] stay [2].', 'Rows [1, 500] stay.', ['2@18']],
  ['Call f(a[2]) or args.list[1] = my_list[3].', 'Call f(a[2]) or args.list[1] = my_list[3].', []],
  ['Vitamin C[2] and sales[1].', 'Vitamin C and sales.', ['2@9', '1@19']],
  ['See `items[2]` and ``a` row[1]`` there [2].', 'See `items[2]` and ``a` row[1]`` there.', ['2@38']],
  ['```\nrow[1]\n\n`row[2]`\n``` then [1]', '```\nrow[1]\n\n`row[2]`\n``` then', ['1@29']],
  ['A lone ` here [1]\n \nis no code [2]', 'A lone ` here [1]\n \nis no code', ['2@30']],
  ['Open [1', 'Open [1', []],
  ['Spaces  at the end  ', 'Spaces  at the end  ', []],
] as const)('reads %j', (written, text, marks) => {
  expect(read([written])).toEqual({ text, marks });
});

it('reads the same however the stream is cut', () => {
  const token = fc.constantFrom(
    '[1]',
    ' [2]',
    '[1, 3]',
    '[9]',
    '[',
    ']',
    '(',
    ' ',
    'a',
    'palabra',
    '1',
    ',',
    '\n',
    '[2](x)',
    'x_y',
    '`',
    '```',
    '\n\n',
  );
  const text = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 8 }), (whole, cuts) => {
      const bounds = [...new Set([0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length])].sort(
        (a, b) => a - b,
      );
      const pieces = bounds.slice(1).map((end, index) => whole.slice(bounds[index], end));
      expect(read(pieces)).toEqual(read([whole]));
    }),
    { numRuns: 2_000 },
  );
});

it('is not slowed down by a host that sends nothing but blanks and brackets', () => {
  const pieces = [
    ' '.repeat(400_000),
    '['.repeat(400_000),
    '[ '.repeat(200_000),
    '1,'.repeat(200_000),
    '`'.repeat(400_000),
  ];
  expect(read(pieces).text).toHaveLength(2_000_000);
});
