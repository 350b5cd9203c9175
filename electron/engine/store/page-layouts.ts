// Where the text of PDF pages stands, kept for the viewer's marks.
import { deflateSync, inflateSync } from 'node:zlib';
import type { PageLayout } from '../load/loaded-document.js';
import type { Database } from './sqlite.js';

/** Fast rather than small: six floats an item shrink to about half at the first level, and hardly more beyond. */
const compression = { level: 1 };

export function insertLayouts(db: Database, row: number, layouts: readonly PageLayout[]): void {
  for (const { page, widthPt, heightPt, start, end, items } of layouts) {
    const bytes = new Uint8Array(items.buffer, items.byteOffset, items.byteLength);
    db.run(
      'INSERT INTO page_layouts (document, page, width_pt, height_pt, start, "end", items) VALUES (?, ?, ?, ?, ?, ?, ?)',
      row,
      page,
      widthPt,
      heightPt,
      start,
      end,
      deflateSync(bytes, compression),
    );
  }
}

/** Null where the page has no layout. */
export function readLayout(db: Database, row: number, page: number): PageLayout | null {
  const found = db.get<{ width_pt: number; height_pt: number; start: number; end: number; items: Uint8Array }>(
    'SELECT width_pt, height_pt, start, "end", items FROM page_layouts WHERE document = ? AND page = ?',
    row,
    page,
  );
  if (found === undefined) return null;
  const bytes = Uint8Array.from(inflateSync(found.items));
  return {
    page,
    widthPt: found.width_pt,
    heightPt: found.height_pt,
    start: found.start,
    end: found.end,
    items: new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 4)),
  };
}
