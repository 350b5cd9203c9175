// Which Markdown is given to a parser, and which only to a reader of lines.
import { describe, expect, it } from 'vitest';
import { isHardMarkdown } from '../../../shared/markdown/sections.js';

/** Lists in lists, down a stair: no single line has many marks, together they are as deep as one likes. */
const stairs = (lines: number, marks: number): string =>
  Array.from({ length: lines }, (_, at) => `${' '.repeat(2 * marks * at)}${'- '.repeat(marks)}step`).join('\n');

describe('hard Markdown', () => {
  it.each([
    ['quotes in quotes', `${'>'.repeat(4_000)} hola`],
    ['quotes in quotes with spaces', `${'> '.repeat(4_000)}hola`],
    ['lists in lists on one line', `${'- '.repeat(1_000)}hola`],
    ['lists in lists down a stair', stairs(30, 29)],
    ['one step a line', stairs(300, 1)],
    ['marks behind an indent longer than what is looked at of a line', `${stairs(14, 29)}\n${' '.repeat(790)}- a`],
    ['underlines', 'a\n===\n\n'.repeat(1_500)],
    ['dashes as underlines', 'a\n---\n\n'.repeat(1_500)],
    ['one section without end', 'words and words\n'.repeat(6_000)],
    ['one of these after a heading', `# One\n\n${'words\n\n'.repeat(2_000)}# Two\n\n${'>'.repeat(4_000)} hola`],
  ])('is %s', (_, text) => {
    expect(isHardMarkdown(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    [
      'a report',
      '# Title\n\nWords.\n\n> A quote\n> > in a quote\n\n- one\n  - two\n    - three\n\nSecond\n------\n\n1. a\n',
    ],
    ['code that looks hard', `\`\`\`\n${'>'.repeat(4_000)}\n\`\`\`\n`],
    ['many sections', '## Section\n\nSome words of it.\n\n'.repeat(3_000)],
  ])('is not %s', (_, text) => {
    expect(isHardMarkdown(text)).toBe(false);
  });
});
