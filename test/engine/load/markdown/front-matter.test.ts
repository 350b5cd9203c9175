// The keys at the top of Markdown: as written, whatever the block is like; and a block that is no keys costs no text.
import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../../../electron/engine/load/markdown/front-matter.js';
import { loadBytes } from '../../../helpers/load-bytes.js';

const pairs = (text: string) => readFrontMatter(text).meta.map(({ key, value }) => `${key}=${value}`);
const yaml = (source: string) => `---\n${source}\n---\n\n# Title\n\nWords.\n`;

describe('front matter', () => {
  it('gives YAML keys with their values as they were written, lists one by one and keys in keys with a dot', () => {
    const source = [
      'title: "Guía: rápida"',
      'version: 2.0',
      'date: 2024-05-01',
      'draft: true',
      'tags: [Bici, "a, b"]',
      'authors:',
      '  - name: Ana Pérez',
      '  - name: Li',
      'summary: >',
      '  Two lines',
      '  of words.',
      'nothing:',
      'none: ~',
      'quoted: "null"',
    ].join('\n');
    expect(pairs(yaml(source))).toEqual([
      'title=Guía: rápida',
      'version=2.0',
      'date=2024-05-01',
      'draft=true',
      'tags=Bici',
      'tags=a, b',
      'authors.name=Ana Pérez',
      'authors.name=Li',
      'summary=Two lines of words.',
      'quoted=null',
    ]);
  });

  it('gives TOML keys with their values as they were written', () => {
    const source = `title = "Guía"\nversion = 2.0\nbig = 1_000\ndate = 2024-05-01T10:00:00Z\ntags = ["a", 'b']\n[author]\nname = "Ana"\n[[part]]\nno = 1\n[[part]]\nno = 2`;
    expect(pairs(`+++\n${source}\n+++\n`)).toEqual([
      'title=Guía',
      'version=2.0',
      'big=1_000',
      'date=2024-05-01T10:00:00Z',
      'tags=a',
      'tags=b',
      'author.name=Ana',
      'part.no=1',
      'part.no=2',
    ]);
  });

  it('is not what follows a ruled line, and not a block that never ends', () => {
    expect(readFrontMatter('---\nJust some words\n\n---\n')).toEqual({ meta: [], metaProblem: null });
    expect(readFrontMatter('---\ntitle: a\n\nWords.\n')).toEqual({ meta: [], metaProblem: null });
    expect(readFrontMatter('Words.\n\n---\ntitle: a\n---\n')).toEqual({ meta: [], metaProblem: null });
    expect(readFrontMatter('---\n---\n')).toEqual({ meta: [], metaProblem: null });
  });

  it('keeps names that are dangerous in objects, and values of a key that is there twice', () => {
    expect(pairs(yaml('__proto__: x\nconstructor:\n  prototype: y\na: 1\na: 2'))).toEqual([
      '__proto__=x',
      'constructor.prototype=y',
      'a=1',
      'a=2',
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('takes an alias for its plain value, and never multiplies', () => {
    expect(pairs(yaml('author: &me Ana\neditor: *me'))).toEqual(['author=Ana', 'editor=Ana']);
    const laughs = ['a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
    for (const [one, before] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih'].map((pair) => [...pair])) {
      laughs.push(`${one}: &${one} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`);
    }
    expect(pairs(yaml(laughs.join('\n')))).toHaveLength(9);
  });

  it.each([
    ['broken', 'title: [a, b\nversion: : 2'],
    ['nested without end', `a: ${'['.repeat(20_000)}`],
    ['nested deeply', `a: ${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['huge', `a: ${'x'.repeat(100_000)}`],
    ['full of aliases', `a: &a 1\nb: [${'*a,'.repeat(15_000)}]\nc: *nobody`],
    ['of a thousand keys', Array.from({ length: 1_000 }, (_, index) => `key${index}: ${index}`).join('\n')],
    ['with an unknown tag', 'a: !!js/function "function () { return 1 }"\nb: !<tag:evil> {x: 1}'],
  ])('that is %s leaves the document whole, and says what is wrong with the keys', async (_, source) => {
    const document = await loadBytes('a.md', yaml(source));
    expect(document.text).toContain('Words.');
    expect(document.note).toBeNull();
    expect(document.blocks.some(({ kind, headingPath }) => kind === 'heading' && headingPath[0] === 'Title')).toBe(
      true,
    );
    expect(document.meta?.length ?? 0).toBeLessThanOrEqual(500);
  });

  it.each([
    ['lists in lists without end', `a = ${'['.repeat(20_000)}`],
    ['tables in tables', `a = ${'{a='.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a key of ten thousand parts', `${'a.'.repeat(10_000)}a = 1`],
  ])('of TOML with %s leaves the document whole', async (_, source) => {
    const document = await loadBytes('a.md', `+++\n${source}\n+++\n\nWords.\n`);
    expect(document.text).toContain('Words.');
    expect([document.note, document.meta?.length]).toEqual([null, 0]);
    expect(document.metaProblem).not.toBeNull();
  });

  it('says when none of it, or not all of it, can be filtered by', () => {
    expect(readFrontMatter(yaml('title: [a, b')).metaProblem).toBe('unreadable');
    expect(readFrontMatter('+++\na = \n+++\n').metaProblem).toBe('unreadable');
    expect(readFrontMatter(yaml(`a: ${'x'.repeat(100_000)}`)).metaProblem).toBe('unreadable');
    const many = readFrontMatter(yaml(Array.from({ length: 600 }, (_, index) => `k${index}: 1`).join('\n')));
    expect([many.meta.length, many.metaProblem]).toEqual([500, 'cut-short']);
  });

  it('is never taken for headings, however long it is and however long the document', async () => {
    const comments = `${'# A comment, and no heading.\n\n'.repeat(25_000)}title: Harbour`;
    for (const source of [comments, `# Short.\n\ntitle: Harbour`]) {
      const document = await loadBytes('a.md', `${yaml(source)}${'Boats.\n\n'.repeat(90_000)}`);
      expect(document.blocks.filter(({ kind }) => kind === 'heading').map(({ headingPath }) => headingPath)).toEqual([
        ['Title'],
      ]);
      expect(document.blocks[0]?.kind).toBe('paragraph');
      expect(document.text.slice(document.blocks[0]?.start, document.blocks[0]?.end)).toBe(`---\n${source}\n---`);
    }
  });

  it('is not looked for through megabytes of comments without a key', () => {
    expect(readFrontMatter(yaml(`${'#\n'.repeat(5_000_000)}zzz`))).toEqual({ meta: [], metaProblem: null });
  });
});
