// From ranges of a document's text to boxes on its page. Marks come from the stored layout, never from searching words.
import type { PageBox, PageMarks } from '../../../shared/domain/passage.js';
import type { TextRange } from '../../../shared/domain/search.js';
import type { PageLayout, PageText } from '../load/loaded-document.js';
import { relativeWidth } from './letter-widths.js';

/** Numbers an item in `PageLayout.items`: text start, text end, x, y, width, height. */
const itemLength = 6;

interface Item {
  readonly start: number;
  readonly end: number;
  readonly box: PageBox;
}

function itemsOf(layout: PageLayout): Item[] {
  const items: Item[] = [];
  for (let at = 0; at + itemLength <= layout.items.length; at += itemLength) {
    const [start = 0, end = 0, x = 0, y = 0, width = 0, height = 0] = layout.items.subarray(at, at + itemLength);
    items.push({ start, end, box: { x, y, width, height } });
  }
  return items;
}

/** Where in an item, from 0 to 1 in reading order, a number of its characters ends. */
type ShareOf = (itemText: string, characters: number) => number;

const byLetters: ShareOf = (text, characters) => {
  const whole = relativeWidth(text);
  return whole === 0 ? 0 : relativeWidth(text.slice(0, characters)) / whole;
};
const byCount: ShareOf = (text, characters) => characters / text.length;

/** Items of one height whose characters are all equally wide on average are set in a monospaced font. */
function isMonospaced(items: readonly Item[], height: number): boolean {
  const sizes = items
    .filter(({ start, end, box }) => box.height === height && end - start >= 4)
    .map(({ start, end, box }) => box.width / (end - start));
  return sizes.length >= 2 && Math.max(...sizes) <= Math.min(...sizes) * 1.01;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The part of an item's box that a range covers. */
function clip(item: Item, itemText: string, range: TextRange, shareOf: ShareOf): PageBox | null {
  const start = Math.max(item.start, range.start);
  const end = Math.min(item.end, range.end);
  if (end <= start || itemText === '') return null;
  const from = shareOf(itemText, start - item.start);
  const to = shareOf(itemText, end - item.start);
  const { x, y, width, height } = item.box;
  const left = rightToLeft.test(itemText) ? 1 - to : from;
  return { x: x + width * left, y, width: width * (to - from), height };
}

/** Boxes that stand in one line and touch become one, so that a mark has no seams. */
function joinLines(boxes: readonly PageBox[]): PageBox[] {
  const joined: PageBox[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    const isSameLine =
      last !== undefined &&
      Math.abs(last.y + last.height / 2 - (box.y + box.height / 2)) < Math.min(last.height, box.height) / 2 &&
      box.x >= last.x &&
      box.x - (last.x + last.width) < Math.max(last.height, box.height);
    if (last === undefined || !isSameLine) {
      joined.push(box);
      continue;
    }
    const top = Math.min(last.y, box.y);
    const right = Math.max(last.x + last.width, box.x + box.width);
    const bottom = Math.max(last.y + last.height, box.y + box.height);
    joined[joined.length - 1] = { x: last.x, y: top, width: right - last.x, height: bottom - top };
  }
  return joined;
}

/**
 * @param passage the passage's range in the document's text
 * @param matches ranges inside the passage's own text (from its start)
 * @returns boxes in PDF points, origin top left, in reading order
 */
export function pageMarks(layout: PageText, passage: TextRange, matches: readonly TextRange[]): PageMarks {
  const all = itemsOf(layout);
  const items = all
    .filter((item) => item.end > passage.start && item.start < passage.end)
    .map((item) => ({
      item,
      text: layout.text.slice(item.start - layout.start, item.end - layout.start),
      shareOf: isMonospaced(all, item.box.height) ? byCount : byLetters,
    }));
  const boxesOf = (range: TextRange): PageBox[] =>
    joinLines(items.map(({ item, text, shareOf }) => clip(item, text, range, shareOf)).filter((box) => box !== null));
  return {
    page: layout.page,
    widthPt: layout.widthPt,
    heightPt: layout.heightPt,
    passage: boxesOf(passage),
    matches: matches.flatMap(({ start, end }) =>
      boxesOf({ start: passage.start + start, end: Math.min(passage.start + end, passage.end) }),
    ),
  };
}
