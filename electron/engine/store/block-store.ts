// A document's blocks in the store: flat numbers, column by column and as differences, which deflate to a few bytes a block.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Block } from '../load/loaded-document.js';
import { packBlocks, unpackBlocks } from '../load/pack-document.js';
import type { Database } from './sqlite.js';

const numbersPerBlock = 8;
/** Fast: this is in the way of indexing. */
const level = 1;

export function insertBlocks(db: Database, row: number, blocks: readonly Block[]): void {
  insertPackedBlocks(db, row, packed(blocks));
}

/** As {@link readPackedBlocks} gives them. */
export function insertPackedBlocks(db: Database, row: number, blocks: Uint8Array): void {
  db.run('INSERT INTO document_blocks (document, blocks) VALUES (?, ?)', row, blocks);
}

/** Null where none are kept: the document was read by an earlier version, or came from an export of one. */
export function readBlocks(db: Database, row: number): readonly Block[] | null {
  const found = readPackedBlocks(db, row);
  return found === null ? null : unpackedBlocks(found);
}

export function readPackedBlocks(db: Database, row: number): Uint8Array | null {
  return db.get<{ blocks: Uint8Array }>('SELECT blocks FROM document_blocks WHERE document = ?', row)?.blocks ?? null;
}

/** Number of blocks, their numbers, then what they share as JSON. */
function packed(blocks: readonly Block[]): Uint8Array {
  const { numbers, tables } = packBlocks(blocks);
  const columns = new Int32Array(numbers.length + 1);
  columns[0] = blocks.length;
  for (let column = 0, at = 1; column < numbersPerBlock; column++) {
    let before = 0;
    for (let block = 0; block < blocks.length; block++, at++) {
      const value = numbers[block * numbersPerBlock + column] ?? 0;
      columns[at] = value - before;
      before = value;
    }
  }
  return deflateRawSync(Buffer.concat([new Uint8Array(columns.buffer), tables]), { level });
}

/**
 * @param maxBytes that they may have when they are inflated
 * @throws where they are not what {@link insertBlocks} packs
 */
export function unpackedBlocks(bytes: Uint8Array, maxBytes = 2 ** 31): readonly Block[] {
  const plain = inflateRawSync(bytes, { maxOutputLength: maxBytes });
  const count = plain.readInt32LE(0);
  if (count < 0 || (count * numbersPerBlock + 1) * 4 > plain.byteLength) throw new RangeError('Blocks are missing.');
  const numbers = new Int32Array(count * numbersPerBlock);
  for (let column = 0, at = 1; column < numbersPerBlock; column++) {
    let value = 0;
    for (let block = 0; block < count; block++, at++) {
      value += plain.readInt32LE(at * 4);
      numbers[block * numbersPerBlock + column] = value;
    }
  }
  return unpackBlocks({ numbers, tables: plain.subarray((count * numbersPerBlock + 1) * 4) });
}
