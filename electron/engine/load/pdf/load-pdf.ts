// PDF: the text layer page by page, with the place of every piece of text on its page.
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AppError } from '../../../../shared/errors.js';
import { shorten } from '../blocks.js';
import { detectLanguage } from '../language.js';
import type { LoadContext, Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import type { LoadedDocument } from '../loaded-document.js';
import type { PasswordTrial } from '../parse-methods.js';
import { readTypedText, type TypedText, withTypedLines } from './form-lines.js';
import { endsIntact, withTrailer } from './mend-end.js';
import { openPdf } from './open-pdf.js';
import { type OutlineLevels, readOutline } from './outline.js';
import { contentOf } from './page-content.js';
import { type PageLines, readPageLines } from './page-lines.js';
import { PdfTextWriter } from './pdf-text-writer.js';
import {
  emptyRecognised,
  picturesWithoutWords,
  type RecognisedCounts,
  readRecognised,
  recognitionNote,
} from './recognised-pages.js';

/** Pages whose lines are held at once, until their headers and footers are known. */
const pagesHeld = 60;

export const loadPdf: Loader = async (bytes, context) => {
  const isIntact = endsIntact(bytes);
  const { task } = await openPdf(isIntact ? bytes : withTrailer(bytes), context.passwords ?? []);
  try {
    const document = await openOrExplain(task.promise);
    context.onProgress();
    return await readDocument(document, isIntact, context);
  } finally {
    await task.destroy();
  }
};

/** Opens a PDF and no more, to see which of the passwords it wants. Takes `bytes` over. */
export async function tryPdfPasswords(bytes: Uint8Array, passwords: readonly string[]): Promise<PasswordTrial> {
  const { task, tried } = await openPdf(endsIntact(bytes) ? bytes : withTrailer(bytes), passwords);
  try {
    await openOrExplain(task.promise);
    return tried() === 0 ? { kind: 'open' } : { kind: 'opened', index: tried() - 1 };
  } catch (error) {
    return { kind: error instanceof AppError && error.code === 'password-protected' ? 'locked' : 'other' };
  } finally {
    await task.destroy();
  }
}

async function openOrExplain(opening: Promise<PDFDocumentProxy>): Promise<PDFDocumentProxy> {
  try {
    return await opening;
  } catch (error) {
    if ((error as Error).name === 'PasswordException') {
      throw new AppError(
        'password-protected',
        'This PDF opens with a password only. Enter the password, or leave it out.',
      );
    }
    throw new AppError(
      'damaged',
      'This PDF is damaged and could not be opened. Try to save it again from its program.',
      {
        cause: error,
      },
    );
  }
}

interface PageCounts extends RecognisedCounts {
  damaged: number;
  blank: number;
  read: number;
}

async function readDocument(
  document: PDFDocumentProxy,
  isIntact: boolean,
  context: LoadContext,
): Promise<LoadedDocument> {
  const pages = document.numPages;
  const lastPage = Math.min(pages, loadLimits.maxPages);
  const outline: OutlineLevels = await readOutline(document);
  const typed = await readTypedText(document);
  const writer = new PdfTextWriter(outline);
  const counts: PageCounts = { damaged: 0, blank: 0, read: 0, ...emptyRecognised };
  let held: { readonly page: number; readonly lines: PageLines }[] = [];
  for (let page = 1; page <= lastPage && writer.length < loadLimits.maxPdfTextCharacters; page++) {
    held.push({ page, lines: await readPage(document, page, typed, counts, context) });
    if (held.length === pagesHeld) {
      writer.write(held);
      held = [];
    }
    context.onProgress();
    // pdf.js runs in this thread on promises alone: let messages and timers through.
    await new Promise((resolve) => setImmediate(resolve));
    if (context.signal.aborted) throw new AppError('cancelled', 'Cancelled.');
  }
  writer.write(held);
  const { text, blocks, layouts, firstHeading } = writer.finish();
  if (picturesWithoutWords(counts) + counts.blank === counts.read)
    throw withoutWords(counts, isIntact, await hasXfa(document));
  return {
    text,
    type: 'pdf',
    title: (await titleOfMetadata(document)) ?? firstHeading,
    encoding: null,
    language: detectLanguage(text),
    pages,
    blocks,
    layouts,
    note: noteOf(counts, pages),
  };
}

/** Forms of Adobe's that are drawn by a program inside the file; their pages are empty. */
async function hasXfa(document: PDFDocumentProxy): Promise<boolean> {
  const metadata = await document.getMetadata().catch(() => null);
  return (metadata?.info as { IsXFAPresent?: unknown } | undefined)?.IsXFAPresent === true;
}

/** Why no page gave a word. */
function withoutWords(counts: PageCounts, isIntact: boolean, isXfa: boolean): AppError {
  const { read, blank, withoutText, withoutWords } = counts;
  if (read === 0) return new AppError('damaged', 'No page of this PDF could be read.');
  const note = recognitionNote(counts, read);
  if (note !== null) {
    const isAll = note.reason === 'needs-recognition' && withoutText + blank === read;
    return new AppError(note.reason, isAll ? picturesOnly : note.message);
  }
  if (withoutWords > 0) {
    return new AppError('empty', 'The pages of this PDF are pictures, and text recognition found no words on them.');
  }
  if (isXfa) {
    return new AppError('empty', 'The pages of this PDF are blank: its text is in an XFA form, which is not read.');
  }
  if (!isIntact) return new AppError('damaged', 'This PDF is damaged: no text could be found in it.');
  return new AppError('empty', 'The pages of this PDF are blank.');
}

const picturesOnly = 'The pages of this PDF are pictures without text. Text recognition is needed to search them.';

const emptyPage: PageLines = { widthPt: 0, heightPt: 0, lines: [] };

async function readPage(
  document: PDFDocumentProxy,
  number: number,
  typed: TypedText,
  counts: PageCounts,
  { recognised }: LoadContext,
): Promise<PageLines> {
  try {
    const page = await document.getPage(number);
    const drawn = await readPageLines(page);
    const lines = withTypedLines(page, drawn.lines, typed);
    const content = await contentOf(page, lines);
    page.cleanup();
    counts.read++;
    if (content === 'blank') counts.blank++;
    if (content !== 'picture') return { ...drawn, lines };
    return readRecognised(recognised?.get(number), counts) ?? { ...drawn, lines };
  } catch {
    counts.damaged++;
    return emptyPage;
  }
}

function noteOf(counts: PageCounts, pages: number): LoadedDocument['note'] {
  const inAll = counts.read + counts.damaged;
  const recognition = recognitionNote(counts, pages);
  // What can be done about it comes first.
  if (recognition?.reason === 'needs-recognition') return recognition;
  if (counts.damaged > 0) {
    return { reason: 'damaged', message: `${counts.damaged} of ${pages} pages are damaged and could not be read.` };
  }
  if (inAll < pages) {
    return { reason: 'too-large', message: `Only the first ${inAll} of ${pages} pages were read: it is too long.` };
  }
  return recognition;
}

const uselessTitle =
  /^(?:untitled|document\d*|title|slide \d+|powerpoint presentation|microsoft \w+ - .*|.*\.(?:docx?|pdf|indd|tex|dvi|ps|qxd|xlsx?|pptx?|rtf|odt|wpd|cdr|ai)|\S*_\S*_\S*)$/i;

async function titleOfMetadata(document: PDFDocumentProxy): Promise<string | null> {
  const metadata = await document.getMetadata().catch(() => null);
  const value: unknown = (metadata?.info as { Title?: unknown } | undefined)?.Title;
  const title = typeof value === 'string' ? shorten(value.replaceAll('\0', ''), loadLimits.maxHeadingCharacters) : '';
  if (uselessTitle.test(title) || /[\ufffd\p{Cc}]/u.test(title)) return null;
  return (title.match(/\p{L}/gu)?.length ?? 0) >= 3 ? title : null;
}
