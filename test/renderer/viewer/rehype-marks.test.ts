// Marks in rendered Markdown stand where the passage stands in the source.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { rehypeMarks, sourceOffsets } from '../../../renderer/viewer/rehype-marks.js';

/** Renders `source` with the passage from `first` to the end of `last`, and `words` matched in it. */
function render(source: string, first: string, last: string, words: readonly string[] = []): string {
  const start = source.indexOf(first);
  const end = source.indexOf(last) + last.length;
  const matches = words.map((word) => {
    const at = source.indexOf(word, start);
    return { start: at, end: at + word.length };
  });
  const marking = { start, end, matches };
  return renderToStaticMarkup(
    createElement(Markdown, { remarkPlugins: [remarkGfm], rehypePlugins: [[rehypeMarks, marking]] }, source),
  );
}

describe('marks in rendered Markdown', () => {
  it('wrap the passage and the matched words in it, and nothing else', () => {
    const html = render('Before.\n\nThe deposit is kept here.\n\nAfter.', 'The', 'here.', ['deposit']);
    expect(html).toBe(
      '<p>Before.</p>\n<p><span class="passage" data-passage-start="">The </span><mark class="match">deposit</mark>' +
        '<span class="passage"> is kept here.</span></p>\n<p>After.</p>',
    );
  });

  it('start and end in the middle of a paragraph', () => {
    const html = render('One two three four.', 'two', 'three');
    expect(html).toBe('<p>One <span class="passage" data-passage-start="">two three</span> four.</p>');
  });

  it('go through emphasis, lists and tables', () => {
    const source = '- **Rent**: 780\n- Water\n\n| Item | Sum |\n| --- | --- |\n| Gas | 40 |\n';
    const html = render(source, 'Rent', 'Gas', ['780']);
    expect(html).toContain('<strong><span class="passage" data-passage-start="">Rent</span></strong>');
    expect(html).toContain('<mark class="match">780</mark>');
    expect(html).toContain('<td><span class="passage">Gas</span></td><td>40</td>');
  });

  it('are right behind signs that rendering drops', () => {
    const source = String.raw`Pay 3\*4 euros \_now\_ or never.`;
    expect(render(source, 'or', 'never.')).toContain(
      '_now_ <span class="passage" data-passage-start="">or never.</span>',
    );
  });

  it('are right in code', () => {
    const html = render('Text\n\n```\nalpha beta\ngamma\n```\n', 'beta', 'beta');
    expect(html).toContain('alpha <span class="passage" data-passage-start="">beta</span>\ngamma');
  });

  it('say once where the passage starts', () => {
    expect(render('# Title\n\nBody text.', 'Title', 'Body text.').match(/data-passage-start/g)).toHaveLength(1);
  });

  it('leave the text as it was', () => {
    const source = '# A *b* c\n\n1. one `two`\n2. three\n\n> four';
    const plain = (html: string): string => html.replaceAll(/<[^>]+>/g, '');
    expect(plain(render(source, 'b', 'three', ['two']))).toBe(plain(render(source, 'nowhere', '')));
  });

  it('keep a decoded entity at the place of its source', () => {
    expect(sourceOffsets('a & b', 'a &amp; b', 0, 9)).toEqual([0, 1, 2, 7, 8]);
  });
});
