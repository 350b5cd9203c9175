// Marks a passage in rendered Markdown by the places of its source: nothing is searched for, so nothing is mismarked.
import type { Element, ElementContent, Root, Text } from 'hast';
import { type Marking, markSegments } from './mark-segments.js';

interface SourceFile {
  readonly value: unknown;
}

/**
 * For each character of a rendered text the offset of the source character it comes from. Rendering drops signs
 * (`\*`, the spaces of an indented line); it hardly ever adds any, so walking both side by side finds each.
 */
export function sourceOffsets(value: string, source: string, start: number, end: number): readonly number[] {
  const offsets: number[] = [];
  let at = start;
  for (let index = 0; index < value.length; index++) {
    const found = source.indexOf(value.charAt(index), at);
    // A decoded entity (`&amp;`) has no such character: it stays where the last one was.
    if (found >= 0 && found < end && found - at < 80) at = found;
    offsets.push(Math.min(at, end));
    if (found === at) at++;
  }
  return offsets;
}

/** A rehype plugin that wraps what lies in the passage in `span`s, and matched words in `mark`s. */
export function rehypeMarks(marking: Marking | null) {
  return (tree: Root, file: SourceFile): void => {
    if (marking === null) return;
    const source = String(file.value);
    let isFirst = true;
    visit(tree, { start: 0, end: source.length });

    function visit(parent: Root | Element, range: { start: number; end: number }): void {
      const start = parent.position?.start.offset ?? range.start;
      const end = parent.position?.end.offset ?? range.end;
      if (marking === null || start >= marking.end || end <= marking.start) return;
      const children: ElementContent[] = [];
      for (const child of parent.children as ElementContent[]) {
        if (child.type === 'element') visit(child, { start, end });
        if (child.type === 'text') children.push(...marked(child, start, end, marking));
        else children.push(child);
      }
      parent.children = children;
    }

    function marked(text: Text, outerStart: number, outerEnd: number, what: Marking): ElementContent[] {
      const start = text.position?.start.offset ?? outerStart;
      const end = text.position?.end.offset ?? outerEnd;
      if (start >= what.end || end <= what.start || text.value.trim() === '') return [text];
      const offsets = sourceOffsets(text.value, source, start, end);
      return markSegments(start, end, what).flatMap((segment): ElementContent[] => {
        const from = firstAtOrAfter(offsets, segment.start);
        const to = firstAtOrAfter(offsets, segment.end);
        if (to <= from) return [];
        const piece: Text = { type: 'text', value: text.value.slice(from, to) };
        if (segment.kind === 'plain') return [piece];
        const properties = { className: [segment.kind], ...(isFirst ? { dataPassageStart: '' } : {}) };
        isFirst = false;
        const tagName = segment.kind === 'match' ? 'mark' : 'span';
        return [{ type: 'element', tagName, properties, children: [piece] }];
      });
    }
  };
}

function firstAtOrAfter(offsets: readonly number[], offset: number): number {
  const index = offsets.findIndex((candidate) => candidate >= offset);
  return index < 0 ? offsets.length : index;
}
