// The pieces of a Unigram model as a trie: which pieces begin here?
import type { PieceList } from './unigram-file.js';

/** A node is the slot of its (parent, unit) pair in one open-addressing hash table. */
export interface Trie {
  /** The node below `node` for a UTF-16 unit, or -1. */
  child(node: number, unit: number): number;
  /** The id of the piece that ends at the node, or -1. */
  pieceAt(node: number): number;
  readonly root: number;
}

/** The pieces without those that are `leftOut`. */
export function buildTrie(pieces: PieceList, leftOut: ReadonlySet<number>): Trie {
  // Most pieces share their beginnings: about two nodes each. If it is more, a larger table holds them.
  for (let bits = Math.ceil(Math.log2(pieces.scores.length * 3 + 16)); ; bits++) {
    const trie = tryBuild(pieces, leftOut, bits);
    if (trie !== null) return trie;
  }
}

/** Null if the table would be more than two thirds full. */
function tryBuild({ units, ends, scores }: PieceList, leftOut: ReadonlySet<number>, bits: number): Trie | null {
  const root = 2 ** bits;
  const mask = root - 1;
  const maxNodes = Math.floor((root * 2) / 3);
  const parents = new Int32Array(root).fill(-1);
  const unitsOfSlots = new Uint16Array(root);
  const piecesAt = new Int32Array(root + 1).fill(-1);
  let nodes = 0;

  /** The slot that holds the pair, or the free one where it belongs. */
  function slotOf(node: number, unit: number): number {
    let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = Math.imul(hash, 0x2c1b3c6d) & mask;
    while (parents[slot] !== -1 && (parents[slot] !== node || unitsOfSlots[slot] !== unit)) slot = (slot + 1) & mask;
    return slot;
  }

  for (let id = 0; id < scores.length; id++) {
    if (leftOut.has(id)) continue;
    let node = root;
    const end = ends[id] ?? 0;
    for (let at = id === 0 ? 0 : (ends[id - 1] ?? 0); at < end; at++) {
      const unit = units[at] ?? 0;
      const slot = slotOf(node, unit);
      if (parents[slot] === -1) {
        if (++nodes > maxNodes) return null;
        parents[slot] = node;
        unitsOfSlots[slot] = unit;
      }
      node = slot;
    }
    piecesAt[node] = id;
  }

  return {
    root,
    child(node, unit) {
      const slot = slotOf(node, unit);
      return parents[slot] === -1 ? -1 : slot;
    },
    pieceAt: (node) => piecesAt[node] ?? -1,
  };
}
