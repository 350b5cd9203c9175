// AsciiDoc's lines: headings, delimited blocks, tables, lists; attributes and comments are not for a reader.
import { countUntil, type MarkupLines, type MarkupRules } from './scan-markup.js';

/** By the mark of a two-line heading's second line. */
const underlineLevels: Readonly<Record<string, number>> = { '=': 1, '-': 2, '~': 3, '^': 4, '+': 5 };

export const adocRules = (): MarkupRules => (lines, index) => {
  const line = lines.at(index).trimEnd();
  if (line === '') return { kind: 'blank', count: 1 };
  const heading = /^(={1,6}|#{1,6})\s+(\S.*)$/.exec(line);
  if (heading) {
    return {
      kind: 'heading',
      count: 1,
      level: heading[1]?.length ?? 1,
      words: plainAdoc(heading[2] ?? '').replace(/\s+[=#]+$/, ''),
    };
  }
  const level = underlinedLevel(lines, index);
  if (level !== null) return { kind: 'heading', count: 2, level, words: plainAdoc(line) };
  const isEnd = (next: string): boolean => next.trimEnd() === line;
  if (/^\/{4,}$/.test(line)) return { kind: 'skip', count: countUntil(lines, index, isEnd) };
  if (/^(?:-{4,}|\.{4,}|\+{4,}|`{3,})$/.test(line)) return { kind: 'code', count: countUntil(lines, index, isEnd) };
  if (/^`{3,}\w+$/.test(line))
    return { kind: 'code', count: countUntil(lines, index, (next) => /^`{3,}\s*$/.test(next)) };
  if (/^(?:\/\/(?!\/)|:!?[\w-]+!?:(?:\s|$)|(?:image|include|video|audio|toc)::|\[[^\]]*\]$|\[\[)/.test(line))
    return { kind: 'skip', count: 1 };
  if (/^(?:={4,}|\*{4,}|_{4,}|--|[|,:!]={3,}|'{3,}|<{3,}|\+)$/.test(line)) return { kind: 'skip', count: 1 };
  if (line.startsWith('|')) return { kind: 'table-row', count: 1, cells: line.split('|').map(plainAdoc) };
  if (/^\s*(?:\*{1,5}|-|\.{1,5}|\d+\.)\s+\S/.test(line)) return { kind: 'list-item', count: 1 };
  return { kind: 'words', count: 1 };
};

function underlinedLevel(lines: MarkupLines, index: number): number | null {
  const words = lines.at(index).trimEnd();
  const below = lines.at(index + 1).trimEnd();
  const mark = /^([=\-~^+])\1{2,}$/.exec(below)?.[1];
  if (mark === undefined || /^\W*$/.test(words) || lines.at(index - 1).trim() !== '') return null;
  return Math.abs(words.length - below.length) <= 1 ? (underlineLevels[mark] ?? null) : null;
}

function plainAdoc(source: string): string {
  return source
    .replace(/(?:link:|xref:)?(?:https?:[^\s[\]]+|(?<=link:|xref:)[^\s[\]]+)\[([^\]]*)\]/g, '$1')
    .replace(/(?:link|xref):/g, '')
    .replace(/<<[^,>]*,\s*([^>]*)>>/g, '$1')
    .replace(/\[\[[^\]]*\]\]/g, '')
    .replace(/(?<![\p{L}\p{N}])([*_`#+]{1,2})(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .trim();
}
