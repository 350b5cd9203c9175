// Chips stand in an answer's rendered text where its citations stand in the source.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { chipPlaces, rehypeChips } from '../../../../renderer/features/chat/rehype-chips.js';

/** Renders `marked`, where `^` stands for each citation; those of the result are `[0]`, `[1]`, … */
function render(marked: string): string {
  const citations: { at: number; n: number }[] = [];
  let text = '';
  for (const sign of marked) {
    if (sign === '^') citations.push({ at: text.length, n: citations.length + 1 });
    else text += sign;
  }
  const plugin = [rehypeChips, chipPlaces(citations)] as const;
  const html = renderToStaticMarkup(
    createElement(Markdown, { remarkPlugins: [remarkGfm], rehypePlugins: [[...plugin]] }, text),
  );
  return html.replaceAll(/<cite data-index="(\d+)"><\/cite>/gu, '[$1]');
}

describe('chips in rendered Markdown', () => {
  it('stand behind the words that they support', () => {
    expect(render('The shop pays^ the way back.^')).toBe('<p>The shop pays[0] the way back.[1]</p>');
  });

  it('keep the order of several at one place', () => {
    expect(render('Both say so^^.')).toBe('<p>Both say so[0][1].</p>');
  });

  it('stay with the formatted word that they follow', () => {
    expect(render('It is **free**^ of charge.')).toBe('<p>It is <strong>free[0]</strong> of charge.</p>');
    expect(render('Run `npm ci`^ once.')).toBe('<p>Run <code>npm ci</code>[0] once.</p>');
  });

  it('end the paragraph, item or cell before a break, also when the citation stands behind the break', () => {
    expect(render('One.\n\n^Two.')).toBe('<p>One.[0]</p>\n<p>Two.</p>');
    expect(render('- one^\n- two^')).toBe('<ul>\n<li>one[0]</li>\n<li>two[1]</li>\n</ul>');
    expect(render('| a | b |\n| - | - |\n| 1^ | 2^ |')).toContain('<td>1[0]</td><td>2[1]</td>');
  });

  it('are counted in the source, where signs are that are not shown', () => {
    expect(render('5 \\* 3 &amp; more^ is it.')).toBe('<p>5 * 3 &amp; more[0] is it.</p>');
  });

  it('are not lost before any text, behind all of it, or where there is none', () => {
    expect(render('^Text')).toBe('<p>[0]Text</p>');
    expect(render('Text\n\n---\n^')).toContain('Text[0]');
    expect(render('^')).toBe('[0]');
  });

  it('cannot be written by a model or a document', () => {
    expect(render('<cite data-index="0"></cite> and <b>bold</b>')).not.toMatch(/<cite|<b>|\[0\]/u);
  });
});

describe('places of chips', () => {
  it('are one for each source at a place, in the order of the text', () => {
    const citations = [
      { at: 9, n: 2 },
      { at: 4, n: 1 },
      { at: 9, n: 2 },
      { at: 9, n: 1 },
    ];
    expect(chipPlaces(citations)).toEqual([
      { at: 4, indexes: [1] },
      { at: 9, indexes: [0, 3] },
    ]);
  });
});
