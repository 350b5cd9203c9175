// Source code and settings: kept as it is, cut between functions where blank lines allow.
import { makeBlock } from '../blocks.js';
import { declaredInText } from '../declared-encoding.js';
import { decodeText } from '../decode-text.js';
import { linesOf } from '../lines.js';
import type { Loader } from '../load-context.js';
import type { Block } from '../loaded-document.js';
import { textDocument } from '../text-document.js';

/** A stretch longer than this is cut at any blank line in it, not only between functions. */
const wantedCharacters = 1_200;
const settings: ReadonlySet<string> = new Set([
  'toml',
  'ini',
  'cfg',
  'conf',
  'cnf',
  'properties',
  'editorconfig',
  'desktop',
  'service',
]);

export const loadCode: Loader = async (bytes, { extension }) => {
  const { text, encoding } = decodeText(bytes, declaredInText(bytes));
  return textDocument({
    text,
    type: extension,
    encoding,
    // A guess from keywords and names would be wrong.
    language: null,
    blocks: codeBlocks(text, settings.has(extension)),
  });
};

/**
 * Stretches of code: from a line without indent after a blank line to the next such line. Closing brackets and
 * what is indented belong to what came before.
 * @param hasSections whether `[name]` lines are headings for what follows
 */
export function codeBlocks(text: string, hasSections = false): Block[] {
  const blocks: Block[] = [];
  let headingPath: readonly string[] = [];
  let start = 0;
  let isAfterBlank = false;
  const close = (end: number): void => {
    const block = makeBlock(text, { kind: 'code', start, end, headingPath });
    if (block !== null) blocks.push(block);
    start = end;
  };
  for (const line of linesOf(text)) {
    const words = text.slice(line.start, Math.min(line.end, line.start + 200));
    if (words.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const section = hasSections ? /^\[+([^\]]+)\]+\s*(?:[;#].*)?$/.exec(words)?.[1]?.trim() : undefined;
    // A closing bracket belongs to what came before.
    const mayStart = isAfterBlank && !/^\s*[)\]}]/.test(words);
    const startsUnit = mayStart && (/^\S/.test(words) || line.start - start > wantedCharacters);
    if (section !== undefined || startsUnit) close(line.start);
    if (section !== undefined) headingPath = [section];
    isAfterBlank = false;
  }
  close(text.length);
  return blocks;
}
