// What is drawn with the tokens can be seen and read in both themes: contrast by WCAG 2.2 (1.4.3 and 1.4.11).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Palette = ReadonlyMap<string, string>;

const css = readFileSync('renderer/styles/tokens.css', 'utf8');

function tokensOf(selector: string): Palette {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['surface', 'surface-quiet', 'surface-raised', 'frame'];
const readable: readonly (readonly [string, readonly string[]])[] = [
  ['text', [...surfaces, 'hover', 'selected', 'mark-passage', 'warn-soft', 'bad-soft']],
  ['text-dim', [...surfaces, 'hover', 'selected']],
  ['accent', ['surface', 'surface-quiet', 'surface-raised', 'hover', 'selected', 'accent-soft']],
  ['accent-text', ['accent', 'accent-hover']],
  ['mark-match-text', ['mark-match']],
  ['good', surfaces],
  ['warn', [...surfaces, 'warn-soft']],
  ['bad', [...surfaces, 'bad-soft']],
];

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-mantine-color-scheme="dark"]'],
])('the %s theme', (_name, selector) => {
  const palette = tokensOf(selector);
  const weak = (fore: string, grounds: readonly string[], least: number): readonly string[] =>
    grounds.flatMap((ground) => {
      const ratio = contrast(palette.get(fore) ?? '', palette.get(ground) ?? '');
      return ratio >= least ? [] : [`${fore} on ${ground}: ${ratio.toFixed(2)}`];
    });

  it('keeps 4.5:1 between text and what it stands on', () => {
    expect(readable.flatMap(([fore, grounds]) => weak(fore, grounds, 4.5))).toEqual([]);
  });

  it('keeps 3:1 between the edge of a control and what is around it', () => {
    expect(weak('line-control', ['surface', 'surface-quiet', 'surface-raised', 'frame', 'selected'], 3)).toEqual([]);
  });
});
