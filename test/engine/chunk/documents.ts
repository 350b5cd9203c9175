// Builds loaded documents for tests, from a list of blocks; and made-up ones for property tests.
import fc from 'fast-check';
import type { Block, BlockKind } from '../../../electron/engine/load/loaded-document.js';
import { blockText } from './texts.js';

export interface BlockSpec {
  readonly text: string;
  readonly kind?: BlockKind;
  readonly path?: readonly string[];
  readonly page?: number;
  readonly sheet?: string;
  readonly row?: number;
  readonly columns?: string;
}

export interface TestDocument {
  readonly text: string;
  readonly title: string | null;
  readonly pages: number | null;
  readonly blocks: readonly Block[];
}

/** The blocks one after the other with a blank line between them (a line break between table rows). */
export function documentOf(specs: readonly BlockSpec[], title: string | null = null): TestDocument {
  const blocks: Block[] = [];
  let text = '';
  for (const spec of specs) {
    const kind = spec.kind ?? 'paragraph';
    if (text !== '') text += kind === 'table-row' ? '\n' : '\n\n';
    const start = text.length;
    text += spec.text;
    blocks.push({
      kind,
      start,
      end: text.length,
      headingPath: spec.path ?? [],
      page: spec.page ?? null,
      sheet: spec.sheet ?? null,
      row: spec.row ?? null,
      context: spec.columns ?? null,
    });
  }
  const lastPage = specs.at(-1)?.page;
  return { text, title, pages: lastPage ?? null, blocks };
}

const headings = ['Entrega y envíos', 'Pago', 'Rückgabe', '付款', 'การคืนสินค้า', 'الشحن', 'A'];

interface Step {
  readonly kind: BlockKind;
  readonly text: string;
  readonly heading: string;
  readonly depth: number;
  readonly turnsPage: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<BlockKind>('heading', 'paragraph', 'paragraph', 'paragraph', 'list-item', 'code', 'table-row'),
  text: blockText,
  heading: fc.constantFrom(...headings),
  depth: fc.integer({ min: 0, max: 2 }),
  turnsPage: fc.boolean(),
});

/** A document with headings, paragraphs, lists, code and table rows in any order, with or without pages. */
export const anyDocument = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 14 }), fc.boolean(), fc.option(fc.constantFrom(...headings)))
  .map(([steps, hasPages, title]) => documentOf(specsOf(steps, hasPages), title));

function specsOf(steps: readonly Step[], hasPages: boolean): BlockSpec[] {
  let path: string[] = [];
  let page = 1;
  let row = 0;
  return steps.map(({ kind, text, heading, depth, turnsPage }) => {
    if (kind === 'heading') path = [...path.slice(0, depth), heading];
    if (hasPages && turnsPage) page++;
    row = kind === 'table-row' ? row + 1 : 0;
    return {
      kind,
      text: kind === 'heading' ? heading : text,
      path,
      ...(hasPages ? { page } : {}),
      ...(kind === 'table-row' ? { row, columns: 'Name, Preis, 日期' } : {}),
    };
  });
}
