// A document's blocks in the store: flat numbers, column by column and as differences, which deflate to a few bytes a block.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Block } from '../load/loaded-document.js';
import { packBlocks, unpackBlocks } from '../load/pack-document.js';
import type { Database } from './sqlite.js';

const numbersPerBlock = 8;
/** Fast: this is in the way of indexing. */
const level = 1;

export function insertBlocks(db: Database, row: number, blocks: readonly Block[]): void {
  db.run('INSERT INTO document_blocks (document, blocks) VALUES (?, ?)', row, packed(blocks));
}

/** Null where none are kept: the document was read by an earlier version, or came from an export. */
export function readBlocks(db: Database, row: number): readonly Block[] | null {
  const found = db.get<{ blocks: Uint8Array }>('SELECT blocks FROM document_blocks WHERE document = ?', row);
  return found === undefined ? null : unpacked(found.blocks);
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

function unpacked(bytes: Uint8Array): readonly Block[] {
  const plain = inflateRawSync(bytes);
  const count = plain.readInt32LE(0);
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
