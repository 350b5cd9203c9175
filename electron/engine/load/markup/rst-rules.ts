// reStructuredText's lines: headings by the lines around them, directives, literal blocks, lists.
import { countIndented, indentOf, type MarkupLines, type MarkupRules, type MarkupStep } from './scan-markup.js';

const codeDirectives =
  /^(?:code|code-block|sourcecode|parsed-literal|literalinclude|math|doctest|prompt|productionlist)$/;
/** What stands in these is not for a reader of this text. */
const unseenDirectives =
  /^(?:image|toctree|contents|include|raw|highlight|index|currentmodule|module|sectnum|meta|only|default-role|role|autoclass|automodule|autofunction)$/;

export const rstRules = (): MarkupRules => {
  /** Marks of headings in the order in which they came: the first is the highest. */
  const marks: string[] = [];
  let isLiteralNext = false;
  const levelOf = (mark: string): number => {
    if (!marks.includes(mark)) marks.push(mark);
    return marks.indexOf(mark) + 1;
  };
  return (lines, index) => {
    const line = lines.at(index);
    if (line.trim() === '') return { kind: 'blank', count: 1 };
    if (isLiteralNext && indentOf(line) > 0) {
      isLiteralNext = false;
      return { kind: 'code', count: countIndented(lines, index, 0) };
    }
    isLiteralNext = false;
    const heading = headingAt(lines, index, levelOf);
    if (heading !== null) return heading;
    if (adornment(line) !== null) return { kind: 'skip', count: 1 };
    const explicit = /^(\s*)\.\.(?:\s+(.*))?$/.exec(line);
    if (explicit) return explicitStep(lines, index, explicit[1]?.length ?? 0, explicit[2] ?? '');
    isLiteralNext = line.trimEnd().endsWith('::');
    if (/^\s*>>> /.test(line)) return { kind: 'code', count: untilBlank(lines, index) };
    if (/^\s*(?:[-*+•]|(?:\d+|#|[a-zA-Z])[.)]|\(\w{1,3}\))\s+\S/.test(line)) return { kind: 'list-item', count: 1 };
    return { kind: 'words', count: 1 };
  };
};

function headingAt(lines: MarkupLines, index: number, levelOf: (mark: string) => number): MarkupStep | null {
  const [first, second, third] = [lines.at(index), lines.at(index + 1), lines.at(index + 2)];
  const over = adornment(first);
  if (over !== null && second.trim() !== '' && adornment(second) === null && adornment(third) === over) {
    return { kind: 'heading', count: 3, level: levelOf(`${over}${over}`), words: plainRst(second) };
  }
  const under = adornment(second);
  if (over !== null || under === null || /^\s/.test(first)) return null;
  const isLongEnough = second.trim().length >= Math.min(4, first.trim().length);
  return isLongEnough ? { kind: 'heading', count: 2, level: levelOf(under), words: plainRst(first) } : null;
}

/** The one mark that the line consists of. */
function adornment(line: string): string | null {
  return /^([!-/:-@[-`{-~])\1{2,}\s*$/.exec(line)?.[1] ?? null;
}

function explicitStep(lines: MarkupLines, index: number, indent: number, words: string): MarkupStep {
  const directive = /^(?:\|[^|]+\|\s+)?([\w-]+(?::[\w-]+)*)::/.exec(words)?.[1];
  if (directive === undefined) {
    // A footnote or citation has words; a target or a comment has none.
    if (/^\[[^\]]+\]\s/.test(words)) return { kind: 'words', count: 1 };
    return { kind: 'skip', count: words.startsWith('_') ? 1 : countIndented(lines, index, indent) };
  }
  if (codeDirectives.test(directive)) return { kind: 'code', count: countIndented(lines, index, indent) };
  if (unseenDirectives.test(directive)) return { kind: 'skip', count: countIndented(lines, index, indent) };
  return { kind: 'words', count: 1 };
}

function untilBlank(lines: MarkupLines, index: number): number {
  let at = index;
  while (at < lines.count && lines.at(at).trim() !== '') at++;
  return at - index;
}

function plainRst(source: string): string {
  return source
    .replace(/:[\w:-]+:`([^`<]*?)\s*(?:<[^>`]*>)?`/g, '$1')
    .replace(/`([^`<]+?)\s*<[^>`]*>`__?/g, '$1')
    .replace(/``([^`]+)``/g, '$1')
    .replace(/`([^`]+)`_{0,2}/g, '$1')
    .replace(/(\*{1,2})(?=\S)([^*]+?)\1/g, '$2')
    .replace(/\\(?=\S)/g, '')
    .trim();
}
