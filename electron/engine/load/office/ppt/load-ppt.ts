// Presentations of before 2007: each slide is a page, with its title, its text and the speaker's notes.
import type { Loader } from '../../load-context.js';
import { loadLimits } from '../../load-limits.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { openContainer } from '../ole-container.js';
import { atomsIn, openPpt, type PptFile, type PptRecord, recordsIn, recordTypes } from './ppt-records.js';

interface PptText {
  readonly kind: number;
  readonly text: string;
}

interface ListedSlide {
  /** Number in the list of what the file holds. */
  readonly persistId: number;
  /** Number by which slides and notes name each other. */
  readonly slideId: number;
  /** Texts of placeholders, which the slide itself only points to. */
  readonly outline: readonly PptText[];
}

const kinds = { title: 0, notes: 2, centredTitle: 6 };
const lists = { slides: 0, notes: 2 };

export const loadPpt: Loader = async (bytes, { onProgress }) => {
  const stream = openContainer(bytes);
  const data = stream('PowerPoint Document');
  if (data === null) throw damagedError();
  const file = openPpt(data, stream('Current User'));
  const slides = listedIn(file.document, lists.slides);
  const notes = new Map(listedIn(file.document, lists.notes).map((page) => [page.slideId, page]));
  const writer = new OfficeWriter();
  for (const [index, slide] of slides.slice(0, loadLimits.maxPackedPages).entries()) {
    if (writer.isFull) break;
    onProgress();
    writer.page = index + 1;
    writer.leaveHeadings();
    writeSlide(writer, file, slide, notes);
  }
  return writer.document({ type: 'ppt', title: null, pages: slides.length });
};

function writeSlide(
  writer: OfficeWriter,
  file: PptFile,
  slide: ListedSlide,
  notes: ReadonlyMap<number, ListedSlide>,
): void {
  const record = file.persisted(slide.persistId);
  const texts = record === null ? slide.outline : textsOf(record, slide.outline);
  const title = texts.find(isTitle);
  if (title !== undefined) writer.heading(1, linesOf(title).join(' '));
  for (const text of texts) if (text !== title) writeLines(writer, linesOf(text));
  const page = notes.get(record === null ? 0 : notesIdOf(record));
  const pageRecord = page === undefined ? null : file.persisted(page.persistId);
  if (page === undefined || pageRecord === null) return;
  for (const text of textsOf(pageRecord, page.outline)) {
    if (text.kind === kinds.notes) writeLines(writer, linesOf(text));
  }
}

/** The lines of one shape belong together. */
function writeLines(writer: OfficeWriter, lines: readonly string[]): void {
  for (const line of lines) writer.add(lines.length > 1 ? 'list-item' : 'paragraph', line);
}

/** The slides or pages of notes that the document lists, in order. */
function listedIn(document: PptRecord, instance: number): readonly ListedSlide[] {
  const listed: ListedSlide[] = [];
  for (const list of recordsIn(document.content)) {
    if (list.type !== recordTypes.slideList || list.instance !== instance) continue;
    let outline: PptText[] = [];
    let kind = 0;
    for (const { type, content } of recordsIn(list.content)) {
      if (type === recordTypes.slidePersist && content.length >= 16) {
        outline = [];
        listed.push({ persistId: content.readUInt32LE(0), slideId: content.readUInt32LE(12), outline });
      } else if (type === recordTypes.textHeader && content.length >= 4) {
        kind = content.readUInt32LE(0);
      } else {
        const text = textIn(type, content);
        if (text !== null) outline.push({ kind, text });
      }
    }
  }
  return listed;
}

/** Texts of a slide's shapes in the order of the file. */
function textsOf(slide: PptRecord, outline: readonly PptText[]): readonly PptText[] {
  const texts: PptText[] = [];
  let kind = 0;
  for (const { type, content } of atomsIn(slide)) {
    if (type === recordTypes.textHeader && content.length >= 4) kind = content.readUInt32LE(0);
    else if (type === recordTypes.outlineReference && content.length >= 4) {
      const listed = outline[content.readUInt32LE(0)];
      if (listed !== undefined) texts.push(listed);
    } else {
      const text = textIn(type, content);
      if (text !== null) texts.push({ kind, text });
    }
  }
  // Alone, an asterisk stands for the number of the slide or the date.
  return texts.filter(({ text }) => text.trim() !== '*');
}

function textIn(type: number, content: Buffer): string | null {
  if (type === recordTypes.textCharacters) return content.toString('utf16le');
  return type === recordTypes.textBytes ? content.toString('latin1') : null;
}

function isTitle({ kind, text }: PptText): boolean {
  return (kind === kinds.title || kind === kinds.centredTitle) && text.trim() !== '';
}

function linesOf({ text }: PptText): readonly string[] {
  return text.split('\r').filter((line) => line.trim() !== '');
}

/** The page of notes that a slide names; 0 where it has none. */
function notesIdOf(slide: PptRecord): number {
  for (const { type, content } of recordsIn(slide.content)) {
    if (type === recordTypes.slideAtom && content.length >= 20) return content.readUInt32LE(16);
  }
  return 0;
}
