// Plain text: kept as it is, cut into paragraphs at blank lines, with the lines that people write as headings.
import { makeBlock } from './blocks.js';
import { decodeText } from './decode-text.js';
import type { Loader } from './load-context.js';
import type { Block, LoadedDocument } from './loaded-document.js';
import { textDocument } from './text-document.js';
import { structureText } from './text-headings.js';

export const loadTxt: Loader = async (bytes) => {
  const { text, encoding } = decodeText(bytes);
  return plainTextDocument(text, encoding, 'txt');
};

/** A document of paragraphs and headings, for text whose format gives no structure. */
export function plainTextDocument(text: string, encoding: string, type: string): LoadedDocument {
  const { title, blocks } = structureText(text, paragraphBlocks(text));
  return textDocument({
    text,
    type,
    title,
    encoding,
    blocks,
  });
}

/** Stretches between blank lines. One pass; a line of any length is fine. */
export function paragraphBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraphStart = -1;
  let lineStart = 0;
  while (lineStart <= text.length) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline === -1 ? text.length : newline;
    const isBlank = makeBlock(text, { kind: 'paragraph', start: lineStart, end: lineEnd }) === null;
    if (isBlank && paragraphStart !== -1) {
      const block = makeBlock(text, { kind: 'paragraph', start: paragraphStart, end: lineStart });
      if (block !== null) blocks.push(block);
      paragraphStart = -1;
    } else if (!isBlank && paragraphStart === -1) {
      paragraphStart = lineStart;
    }
    lineStart = lineEnd + 1;
  }
  if (paragraphStart !== -1) {
    const block = makeBlock(text, { kind: 'paragraph', start: paragraphStart, end: text.length });
    if (block !== null) blocks.push(block);
  }
  return blocks;
}
