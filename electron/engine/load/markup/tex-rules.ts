// LaTeX's lines: sections, verbatim text, items; the preamble, comments and settings are not for a reader.

import { plainTex } from './plain-tex.js';
import { countUntil, type MarkupLines, type MarkupRules } from './scan-markup.js';

const levels: Readonly<Record<string, number>> = {
  part: 1,
  chapter: 2,
  section: 3,
  subsection: 4,
  subsubsection: 5,
  paragraph: 6,
  subparagraph: 7,
};
const heading =
  /^\s*\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\s*(?:\[[^\]]*\]\s*)?(?=\{)/;
const verbatim = /^\s*\\begin\s*\{(verbatim|Verbatim|lstlisting|minted|alltt|comment)\*?\}/;
const setting =
  /^\s*\\(?:begin|end|label|maketitle|tableofcontents|listoffigures|listoftables|newpage|clearpage|pagebreak|centering|includegraphics|vspace|hspace|bibliography|bibliographystyle|usepackage|documentclass|input|include|setlength|pagestyle|thispagestyle|appendix|noindent|hline|toprule|midrule|bottomrule)\b(?:\s*\*|\s*\[[^\]]*\]|\s*\{[^{}]*\})*\s*$/;
const maxArgumentLines = 5;

export const texRules = (): MarkupRules => {
  let documentLine: number | null = null;
  let isOver = false;
  return (lines, index) => {
    documentLine ??= findDocument(lines);
    const line = lines.at(index);
    const title = /^\s*\\title\s*(?:\[[^\]]*\]\s*)?(?=\{)/.exec(line)?.[0];
    if (title !== undefined) {
      const { words, count } = argumentAt(lines, index, title.length);
      return { kind: 'title', count, words: plainTex(words) };
    }
    if (isOver || index < documentLine || /^\s*%/.test(line)) return { kind: 'skip', count: 1 };
    if (line.trim() === '') return { kind: 'blank', count: 1 };
    isOver = /^\s*\\end\s*\{document\}/.test(line);
    const section = heading.exec(line);
    if (section) {
      const { words, count } = argumentAt(lines, index, section[0].length);
      return { kind: 'heading', count, level: levels[section[1] ?? ''] ?? 3, words: plainTex(words) };
    }
    const environment = verbatim.exec(line)?.[1];
    if (environment !== undefined) {
      const count = countUntil(lines, index, (next) => next.includes(`\\end{${environment}`));
      return { kind: environment === 'comment' ? 'skip' : 'code', count };
    }
    if (setting.test(line)) return { kind: 'skip', count: 1 };
    if (/^\s*\\(?:bib)?item\b/.test(line)) return { kind: 'list-item', count: 1 };
    return { kind: 'words', count: 1 };
  };
};

/** Where the document begins; 0 for a part of one. */
function findDocument(lines: MarkupLines): number {
  for (let at = 0; at < lines.count; at++) if (/^\s*\\begin\s*\{document\}/.test(lines.at(at))) return at;
  return 0;
}

/** What stands between the braces that open at `from`, over a few lines at most. */
function argumentAt(
  lines: MarkupLines,
  index: number,
  from: number,
): { readonly words: string; readonly count: number } {
  let depth = 0;
  let words = '';
  for (let count = 1; count <= maxArgumentLines && index + count <= lines.count; count++) {
    const line = lines.at(index + count - 1);
    for (let at = count === 1 ? from : 0; at < line.length; at++) {
      if (line[at - 1] !== '\\' && line[at] === '{') depth++;
      if (line[at - 1] !== '\\' && line[at] === '}' && --depth === 0) return { words: words.slice(1), count };
      words += line[at];
    }
    words += ' ';
  }
  return { words: lines.at(index).slice(from + 1), count: 1 };
}
