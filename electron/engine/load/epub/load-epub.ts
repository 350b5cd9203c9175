// Books: the chapters in reading order, each read as the web page that it is.
import { HeadingTrail, shorten } from '../blocks.js';
import { readPage } from '../html/load-html.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import type { Block } from '../loaded-document.js';
import { damagedError, passwordError } from '../office/office-errors.js';
import { ZipPackage } from '../office/zip-package.js';
import { textDocument } from '../text-document.js';
import { openBook } from './open-book.js';

const separator = '\n\n';

export const loadEpub: Loader = async (bytes, { onProgress }) => {
  const parts = new ZipPackage(bytes);
  const { chapters, title, lockedParts } = await openBook(parts);
  const readable = chapters.filter(({ part }) => !lockedParts.has(part.toLowerCase()));
  if (chapters.length > 0 && readable.length === 0) throw passwordError();
  const texts: string[] = [];
  const blocks: Block[] = [];
  let length = 0;
  let isFull = false;
  for (const { part, label } of readable.slice(0, loadLimits.maxPackedPages)) {
    const content = await parts.read(part);
    if (content === null) continue;
    onProgress();
    const chapter = readPage(content, { isBook: true });
    if (chapter.blocks.length === 0) continue;
    if (length + chapter.text.length > loadLimits.maxOfficeTextCharacters) {
      isFull = true;
      break;
    }
    const offset = length === 0 ? 0 : length + separator.length;
    if (length > 0) texts.push(separator);
    texts.push(chapter.text);
    length = offset + chapter.text.length;
    for (const block of placed(chapter.blocks, label, offset)) blocks.push(block);
  }
  if (blocks.length === 0 && parts.isDamaged) throw damagedError();
  const text = texts.join('');
  return textDocument({
    text,
    type: 'epub',
    title: title === '' ? firstHeading(blocks, text) : shorten(title, loadLimits.maxHeadingCharacters),
    blocks,
    note: noteOf(isFull, parts.isDamaged || readable.length < chapters.length),
  });
};

/** A chapter without a heading of its own stands under its name in the table of contents. */
function* placed(blocks: readonly Block[], label: string | null, offset: number): Generator<Block> {
  const hasHeading = blocks.some(({ kind }) => kind === 'heading');
  const chapterPath = new HeadingTrail().enter(1, hasHeading ? '' : (label ?? ''));
  for (const block of blocks) {
    const headingPath = hasHeading ? block.headingPath : chapterPath;
    yield { ...block, headingPath, start: block.start + offset, end: block.end + offset };
  }
}

function firstHeading(blocks: readonly Block[], text: string): string | null {
  const heading = blocks.find(({ kind }) => kind === 'heading');
  return heading === undefined
    ? null
    : shorten(text.slice(heading.start, heading.end), loadLimits.maxHeadingCharacters);
}

function noteOf(isFull: boolean, isDamaged: boolean) {
  if (isFull) {
    return { reason: 'too-large', message: 'This book holds more text than is read from one file.' } as const;
  }
  return isDamaged ? ({ reason: 'damaged', message: 'Some chapters of this book could not be read.' } as const) : null;
}
