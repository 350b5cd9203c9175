// Text as bytes in parts, and blocks as flat numbers, and back: what crosses the engine's loop must be quick to copy.
import type { Block, BlockKind, LoadedDocument } from './loaded-document.js';
import type { PackedDocument } from './parse-methods.js';

const kinds: readonly BlockKind[] = ['heading', 'paragraph', 'list-item', 'code', 'table-row'];
const numbersPerBlock = 8;
const absent = -1;
/** Small enough that a part never holds up the loop it crosses. */
const partBytes = 1_048_576;

export function packDocument(document: LoadedDocument): PackedDocument {
  // Half a surrogate pair has no UTF-8: it becomes U+FFFD, which is as long, so that offsets stay right.
  const bytes = new TextEncoder().encode(document.text.toWellFormed());
  const text: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += partBytes) text.push(bytes.slice(at, at + partBytes));
  return { ...document, text, blocks: packBlocks(document.blocks) };
}

export function packBlocks(blocks: readonly Block[]): PackedDocument['blocks'] {
  const numbers = new Int32Array(blocks.length * numbersPerBlock);
  const headingPaths: (readonly string[])[] = [];
  const pathIndex = new Map<readonly string[], number>();
  const contexts: string[] = [];
  const contextIndex = new Map<string, number>();
  const sheets: string[] = [];
  const sheetIndex = new Map<string, number>();
  blocks.forEach((block, index) => {
    numbers.set(
      [
        kinds.indexOf(block.kind),
        block.start,
        block.end,
        indexOf(block.headingPath, headingPaths, pathIndex),
        block.page ?? absent,
        block.row ?? absent,
        block.context === null ? absent : indexOf(block.context, contexts, contextIndex),
        block.sheet === null ? absent : indexOf(block.sheet, sheets, sheetIndex),
      ],
      index * numbersPerBlock,
    );
  });
  const tables = new TextEncoder().encode(JSON.stringify({ headingPaths, contexts, sheets } satisfies BlockTables));
  return { numbers, tables };
}

/** What blocks share, each said once. */
interface BlockTables {
  readonly headingPaths: readonly (readonly string[])[];
  readonly contexts: readonly string[];
  readonly sheets: readonly string[];
}

function indexOf<T>(value: T, table: T[], index: Map<T, number>): number {
  const known = index.get(value);
  if (known !== undefined) return known;
  index.set(value, table.length);
  return table.push(value) - 1;
}

export function unpackDocument(packed: PackedDocument): LoadedDocument {
  return { ...packed, text: Buffer.concat(packed.text).toString('utf8'), blocks: unpackBlocks(packed.blocks) };
}

export function unpackBlocks({ numbers, tables: packedTables }: PackedDocument['blocks']): readonly Block[] {
  const { headingPaths, contexts, sheets } = JSON.parse(new TextDecoder().decode(packedTables)) as BlockTables;
  const blocks: Block[] = [];
  for (let at = 0; at < numbers.length; at += numbersPerBlock) {
    const value = (offset: number): number => numbers[at + offset] ?? absent;
    blocks.push({
      kind: kinds[value(0)] ?? 'paragraph',
      start: value(1),
      end: value(2),
      headingPath: headingPaths[value(3)] ?? [],
      page: value(4) === absent ? null : value(4),
      sheet: sheets[value(7)] ?? null,
      row: value(5) === absent ? null : value(5),
      context: contexts[value(6)] ?? null,
    });
  }
  return blocks;
}
