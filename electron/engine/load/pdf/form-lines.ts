// What people wrote into a PDF: values of form fields, text boxes put on the page, comments. They are no part of its own text.
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { loadLimits } from '../load-limits.js';
import { loadPdfjs } from './open-pdf.js';
import type { Line } from './page-lines.js';

/** Annotation flags: hidden, and not to be viewed. */
const unseenFlags = 2 | 32;

/** What was typed on each page, by page index from 0. */
export type TypedText = ReadonlyMap<number, readonly Annotation[]>;

type Annotation = Readonly<Record<string, unknown>>;

const commentKinds: ReadonlySet<string> = new Set(['Text', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut']);

/** One question for the whole document: asking each page makes pdf.js read its text a second time. */
export async function readTypedText(document: PDFDocumentProxy): Promise<TypedText> {
  const byPage = new Map<number, Annotation[]>();
  if (document.numPages > loadLimits.maxFormPages) return byPage;
  const { AnnotationType } = await loadPdfjs();
  const { FREETEXT, WIDGET, TEXT, HIGHLIGHT, UNDERLINE, SQUIGGLY, STRIKEOUT } = AnnotationType;
  const types = new Set([FREETEXT, WIDGET, TEXT, HIGHLIGHT, UNDERLINE, SQUIGGLY, STRIKEOUT]);
  const found: unknown = await document.getAnnotationsByType(types, new Set()).catch(() => []);
  for (const annotation of Array.isArray(found) ? (found as Annotation[]) : []) {
    const { pageIndex } = annotation;
    if (typeof pageIndex !== 'number') continue;
    const onPage = byPage.get(pageIndex) ?? [];
    onPage.push(annotation);
    byPage.set(pageIndex, onPage);
  }
  return byPage;
}

/** The page's lines with the typed ones among them, each after the line that it stands beside or below. */
export function withTypedLines(page: PDFPageProxy, lines: readonly Line[], typedText: TypedText): readonly Line[] {
  const annotations = typedText.get(page.pageNumber - 1) ?? [];
  if (annotations.length === 0) return lines;
  const pageWords = lettersOf(lines.map(({ text }) => text).join(''));
  const all = [...lines];
  for (const annotation of annotations) {
    const line = lineOf(annotation, page);
    if (line === null) continue;
    const isComment = commentKinds.has(String(annotation.subtype));
    // Some programs copy the words that are marked into the comment.
    if (isComment && pageWords.includes(lettersOf(line.text))) continue;
    all.splice(isComment ? placeForComment(line, all) : placeFor(line, all), 0, line);
  }
  return all;
}

function lettersOf(words: string): string {
  return words.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

function lineOf(annotation: Annotation, page: PDFPageProxy): Line | null {
  const words = wordsOf(annotation).replace(/\s+/g, ' ').trim().slice(0, loadLimits.maxFieldCharacters);
  const { rect, annotationFlags } = annotation;
  const isSeen = typeof annotationFlags !== 'number' || (annotationFlags & unseenFlags) === 0;
  if (words === '' || !isSeen || !Array.isArray(rect) || !rect.every(Number.isFinite)) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = page
    .getViewport({ scale: 1 })
    .convertToViewportRectangle(rect as number[]) as number[];
  const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  const shared = { ...box, text: words, angle: 0, fontSize: Math.min(10, box.height || 10), isRightToLeft: false };
  return { ...shared, pieces: [shared], isVertical: false };
}

function wordsOf(annotation: Annotation): string {
  const { subtype, fieldType, fieldValue, password, contentsObj } = annotation;
  if (subtype === 'FreeText' || commentKinds.has(String(subtype))) {
    const words: unknown = (contentsObj as { str?: unknown } | undefined)?.str;
    return typeof words === 'string' ? words : '';
  }
  if (subtype !== 'Widget' || password === true || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string').join(', ');
}

/** Behind the sentence that it stands at, which it must not cut in two. */
function placeForComment(line: Line, lines: readonly Line[]): number {
  const place = placeFor(line, lines);
  const end = lines.findIndex((other, index) => index >= place - 1 && /[.!?…。！？؟]\W*$/u.test(other.text));
  return end === -1 ? lines.length : Math.max(place, end + 1);
}

/** Behind the nearest line to its left, else behind the last line above it. */
function placeFor(line: Line, lines: readonly Line[]): number {
  const middle = line.y + line.height / 2;
  const isBeside = (other: Line): boolean => middle > other.y && middle < other.y + other.height && other.x <= line.x;
  const beside = lines.findLastIndex(isBeside);
  if (beside !== -1) return beside + 1;
  return lines.findLastIndex((other) => other.y + other.height <= middle) + 1;
}
