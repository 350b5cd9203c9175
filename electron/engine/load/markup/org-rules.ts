// Org mode's lines: headings, blocks of source, tables, lists; drawers and settings are not for a reader.
import { countUntil, type MarkupLines, type MarkupRules, type MarkupStep } from './scan-markup.js';

export const orgRules = (): MarkupRules => (lines, index) => {
  const line = lines.at(index);
  const words = line.trim();
  if (words === '') return { kind: 'blank', count: 1 };
  const heading = /^(\*+)\s+(.*)$/.exec(line);
  if (heading)
    return { kind: 'heading', count: 1, level: heading[1]?.length ?? 1, words: headingWords(heading[2] ?? '') };
  const title = /^#\+title:\s*(.+)$/i.exec(words)?.[1];
  if (title !== undefined) return { kind: 'title', count: 1, words: plainOrg(title) };
  const special = specialStep(lines, index, words);
  if (special !== null) return special;
  if (words.startsWith('|')) {
    if (/^\|[-+]+\|?$/.test(words)) return { kind: 'skip', count: 1 };
    return { kind: 'table-row', count: 1, cells: words.split('|').map(plainOrg) };
  }
  if (/^\s*(?:[-+]|\d+[.)]|[a-z][.)])\s|^\s+\*\s/.test(line)) return { kind: 'list-item', count: 1 };
  return { kind: 'words', count: 1 };
};

/** Blocks, drawers, settings and comments. */
function specialStep(lines: MarkupLines, index: number, words: string): MarkupStep | null {
  const block = /^#\+begin_(src|example|export|comment)\b/i.exec(words)?.[1]?.toLowerCase();
  if (block !== undefined) {
    const count = countUntil(lines, index, (next) => next.trim().toLowerCase().startsWith(`#+end_${block}`));
    return { kind: block === 'comment' ? 'skip' : 'code', count };
  }
  if (/^:(?:properties|logbook):$/i.test(words)) return { kind: 'skip', count: countUntil(lines, index, isDrawerEnd) };
  if (/^#(?:\+|\s|$)/.test(words) || isDrawerEnd(words)) return { kind: 'skip', count: 1 };
  if (/^:(?:\s|$)/.test(words)) return { kind: 'code', count: 1 };
  return null;
}

function isDrawerEnd(line: string): boolean {
  return /^\s*:end:\s*$/i.test(line);
}

/** Without the task's state, its priority and its tags. */
function headingWords(source: string): string {
  return plainOrg(
    source
      .replace(/^(?:TODO|DONE|NEXT|WAITING|HOLD|CANCELLED|CANCELED)\s+/, '')
      .replace(/^\[#[A-Z0-9]\]\s*/, '')
      .replace(/\s+:[\p{L}\p{N}_@#%:]+:\s*$/u, ''),
  );
}

function plainOrg(source: string): string {
  return source
    .replace(/\[\[([^\]]*)\]\[([^\]]*)\]\]/g, '$2')
    .replace(/\[\[([^\]]*)\]\]/g, '$1')
    .replace(/(?<![\p{L}\p{N}])([*/_=~+])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .trim();
}
