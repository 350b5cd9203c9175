// Puts the citations of an answer into its rendered Markdown, at the places of its source that they stand behind.
import type { Element, ElementContent, Root, Text } from 'hast';
import { sourceOffsets } from '../../viewer/rehype-marks.js';

/** A place with its citations: one chip for each source. `indexes` point into the answer's citations. */
export interface ChipPlace {
  readonly at: number;
  readonly indexes: readonly number[];
}

interface SourceFile {
  readonly value: unknown;
}

/** Markdown has no such element: one in the tree is always a chip of ours. */
const chipTag = 'cite';
/** What has text without a place of its own; a chip stands behind it. */
const wholeTags: ReadonlySet<string> = new Set(['code', 'pre', 'img']);

/** Citations by place, in the order of the text; of one source two at the same place are one. */
export function chipPlaces(citations: readonly { readonly at: number; readonly n: number }[]): readonly ChipPlace[] {
  const places = new Map<number, Map<number, number>>();
  for (const [index, { at, n }] of citations.entries()) {
    const here = places.get(at) ?? new Map<number, number>();
    if (!here.has(n)) here.set(n, index);
    places.set(at, here);
  }
  return [...places].sort(([a], [b]) => a - b).map(([at, bySource]) => ({ at, indexes: [...bySource.values()] }));
}

interface Leaf {
  readonly parent: Root | Element;
  readonly node: Text | Element;
  readonly start: number;
  readonly end: number;
}

/**
 * A rehype plugin. Each chip stands in the last text that begins before its place, behind what of it the place is
 * behind: a chip at the end of a bold word is bold, and one after a line break ends the line before.
 */
export function rehypeChips(places: readonly ChipPlace[]) {
  return (tree: Root, file: SourceFile): void => {
    if (places.length === 0) return;
    const source = String(file.value);
    const leaves = leavesOf(tree);
    if (leaves.length === 0) {
      tree.children.push(...places.flatMap(chipsOf));
      return;
    }
    let next = 0;
    for (const [index, leaf] of leaves.entries()) {
      const until = leaves[index + 1]?.start ?? Number.POSITIVE_INFINITY;
      const here: ChipPlace[] = [];
      for (let place = places[next]; place !== undefined && place.at <= until; place = places[next]) {
        here.push(place);
        next++;
      }
      if (here.length > 0) replace(leaf, withChips(leaf, here, source));
    }
  };
}

function leavesOf(tree: Root): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (parent: Root | Element): void => {
    for (const node of parent.children) {
      if (node.type !== 'text' && node.type !== 'element') continue;
      const start = node.position?.start.offset;
      const end = node.position?.end.offset;
      const isLeaf = node.type === 'text' ? node.value.trim() !== '' : wholeTags.has(node.tagName);
      if (isLeaf && start !== undefined && end !== undefined) leaves.push({ parent, node, start, end });
      else if (node.type === 'element') walk(node);
    }
  };
  walk(tree);
  return leaves;
}

function withChips({ node, start, end }: Leaf, places: readonly ChipPlace[], source: string): ElementContent[] {
  if (node.type === 'element') return [node, ...places.flatMap(chipsOf)];
  const pieces: ElementContent[] = [];
  const offsets = sourceOffsets(node.value, source, start, end);
  let from = 0;
  for (const place of places) {
    const found = place.at >= end ? -1 : offsets.findIndex((offset) => offset >= place.at);
    const to = Math.max(from, found < 0 ? node.value.length : found);
    if (to > from) pieces.push({ type: 'text', value: node.value.slice(from, to) });
    pieces.push(...chipsOf(place));
    from = to;
  }
  if (from < node.value.length) pieces.push({ type: 'text', value: node.value.slice(from) });
  return pieces;
}

function replace({ parent, node }: Leaf, pieces: readonly ElementContent[]): void {
  const children = parent.children as ElementContent[];
  children.splice(children.indexOf(node), 1, ...pieces);
}

function chipsOf({ indexes }: ChipPlace): ElementContent[] {
  return indexes.map((index) => ({
    type: 'element',
    tagName: chipTag,
    properties: { dataIndex: String(index) },
    children: [],
  }));
}
