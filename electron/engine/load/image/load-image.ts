// Pictures: a file whose words only text recognition can read. Without it there is nothing in it but the need for it.
import { AppError } from '../../../../shared/errors.js';
import type { PictureType } from '../../recognise/picture-types.js';
import { countTiffPages } from '../../recognise/tiff.js';
import { detectLanguage } from '../language.js';
import type { LoadContext } from '../load-context.js';
import type { LoadedDocument } from '../loaded-document.js';
import { PdfTextWriter } from '../pdf/pdf-text-writer.js';
import { emptyRecognised, type RecognisedCounts, readRecognised, recognitionNote } from '../pdf/recognised-pages.js';

/** @throws AppError `needs-recognition` until a word of it was recognised; `empty` where there is none to find */
export async function loadImage(
  type: PictureType,
  bytes: Uint8Array,
  { recognised }: LoadContext,
): Promise<LoadedDocument> {
  const pages = type === 'tiff' ? countTiffPages(bytes) : 1;
  if (pages === 0) throw new AppError('damaged', 'This picture is damaged and could not be read.');
  const counts: RecognisedCounts = { ...emptyRecognised };
  const writer = new PdfTextWriter(new Map());
  for (let page = 1; page <= pages; page += 1) {
    const lines = readRecognised(recognised?.get(page), counts);
    if (lines !== null) writer.write([{ page, lines }]);
  }
  const note = recognitionNote(counts, pages);
  if (counts.recognised === 0) {
    if (counts.withoutText === pages) {
      throw new AppError('needs-recognition', 'This is a picture. Text recognition is needed to search its words.');
    }
    if (note !== null) throw new AppError(note.reason, note.message);
    throw new AppError('empty', 'Text recognition found no words in this picture.');
  }
  const { text, blocks, layouts } = writer.finish();
  return {
    text,
    type,
    title: null,
    encoding: null,
    language: detectLanguage(text),
    pages,
    blocks,
    layouts,
    note,
  };
}
