// The structure of a document's text on its way to another library file: packed as it is stored, and checked on both sides.
import type { Block } from '../../load/loaded-document.js';
import { readPackedBlocks, unpackedBlocks } from '../block-store.js';
import type { Database } from '../sqlite.js';
import { exportDamaged } from './export-errors.js';
import { maxFrameBytes } from './export-format.js';

/** Null where there is none, or none that could be used: then the document is read once more before it is cut otherwise. */
export function blocksToCarry(db: Database, row: number, textLength: number): Uint8Array | null {
  const packed = readable(db, row);
  return packed !== null && packed.byteLength <= maxFrameBytes && isSound(packed, textLength) ? packed : null;
}

/** They may lie on a page that is damaged: all else of the document is worth more than they are. */
function readable(db: Database, row: number): Uint8Array | null {
  try {
    return readPackedBlocks(db, row);
  } catch {
    return null;
  }
}

/** @throws AppError `export-damaged` for blocks that do not fit a text of this length */
export function checkBlocks(packed: Uint8Array, textLength: number): void {
  if (!isSound(packed, textLength)) throw exportDamaged('the structure of a text is unreadable');
}

function isSound(packed: Uint8Array, textLength: number): boolean {
  let blocks: readonly Block[];
  try {
    blocks = unpackedBlocks(packed, maxFrameBytes);
  } catch {
    return false;
  }
  let from = 0;
  return blocks.every((block) => {
    const isInOrder = from <= block.start && block.start <= block.end && block.end <= textLength;
    from = block.end;
    return isInOrder && isDescribed(block);
  });
}

/** What a stranger packed may be anything. */
function isDescribed({ headingPath, page, sheet, row, context }: Block): boolean {
  const isCount = (value: number | null): boolean => value === null || value >= 0;
  const isWords = (value: unknown): boolean => value === null || typeof value === 'string';
  const isPath = Array.isArray(headingPath) && headingPath.every((heading) => typeof heading === 'string');
  return isPath && isCount(page) && isCount(row) && isWords(sheet) && isWords(context);
}
