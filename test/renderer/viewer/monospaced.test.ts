// What the reading pane draws with letters of one width: code and data whole, and the code in pages line by line.
import { describe, expect, it } from 'vitest';
import { codeRanges, isInRanges, isMonospacedType } from '../../../renderer/viewer/monospaced.js';

describe('letters of one width', () => {
  it('are for source code and data of every name, and not for prose', () => {
    const types = ['py', 'ts', 'sql', 'toml', 'dockerfile', 'json', 'jsonl', 'xml', 'yaml', 'csv'];
    expect(types.filter((type) => !isMonospacedType(type))).toEqual([]);
    expect(['txt', 'md', 'html', 'pdf', 'docx', 'epub', 'eml', 'srt'].filter(isMonospacedType)).toEqual([]);
  });

  it('are for what a page has as it was typed, whole, with its blank lines', () => {
    const code = 'for boat in harbour:\n    count(boat)\n\n    rest()\n';
    const text = `Boats are counted.\n\n${code}\nThen the keeper sleeps.\nShe wakes at six.`;
    const ranges = codeRanges(text, 'html');
    expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual([code]);
    expect(codeRanges(text, 'docx')).toEqual([]);
    const lines = ['Boats', 'for boat', '    rest', 'Then', 'She wakes'].map((words) => text.indexOf(words));
    expect(lines.map((at) => isInRanges(ranges, at))).toEqual([false, true, true, false, false]);
  });

  it('are for what is fenced, and not for lists in lists', () => {
    const text = 'Run:\n\n```\nnpm start\n\nnpm test\n```\n\n- one\n  - two\n  3. three\n\nname    size\n';
    expect(codeRanges(text, 'md').map(({ start, end }) => text.slice(start, end))).toEqual([
      '```\nnpm start\n\nnpm test\n```\n',
      'name    size\n',
    ]);
  });
});
