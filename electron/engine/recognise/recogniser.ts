// Text recognition as the parse process serves it: which pages need it, and one page at a time. One document is open at once.
import { constants, setPriority } from 'node:os';
import { AppError } from '../../../shared/errors.js';
import type { OpenedFiles } from '../load/children/opened-files.js';
import type { DocumentPlace } from '../load/parse-methods.js';
import { picturePagesOfPdf } from '../load/pdf/picture-pages.js';
import type { FileContent } from '../load/read-file.js';
import { extensionOf, type LoadableType, sniffType } from '../load/sniff-type.js';
import type { RecognitionLanguage } from './languages.js';
import { openPdfPictures } from './pdf-pictures.js';
import { openPictureFile } from './picture-files.js';
import type { PictureSource } from './picture-source.js';
import { type PictureType, pictureTypes } from './picture-types.js';
import { readPage } from './read-page.js';
import { packLines, type RecognisedPage } from './recognised-page.js';
import { Tesseract } from './tesseract.js';
import { countTiffPages } from './tiff.js';

export interface PicturePages {
  /** SHA-256 of the bytes that were looked at. */
  readonly contentHash: Uint8Array;
  /** From 1, ascending. */
  readonly pages: readonly number[];
}

export interface PicturePagesRequest extends DocumentPlace {
  /** Tried where the document asks for one. */
  readonly passwords: readonly string[];
}

export interface RecognisePageRequest extends PicturePagesRequest {
  /** Of the document as it was read before. */
  readonly contentHash: Uint8Array;
  readonly page: number;
  /** The language to begin with. */
  readonly language: RecognitionLanguage;
}

interface OpenDocument {
  readonly contentHash: Uint8Array;
  readonly source: PictureSource;
}

export class Recogniser {
  readonly #files: OpenedFiles;
  readonly #onProgress: (path: string) => void;
  #open: OpenDocument | null = null;
  #tesseract: Promise<Tesseract> | null = null;

  constructor(files: OpenedFiles, onProgress: (path: string) => void) {
    this.#files = files;
    this.#onProgress = onProgress;
    // A person's other programs, and Acervo's own questions, come first.
    setPriority(constants.priority.PRIORITY_LOW);
  }

  /** @throws AppError as reading the file does; what pdf.js throws where a PDF does not open */
  async picturePages(request: PicturePagesRequest, signal: AbortSignal): Promise<PicturePages> {
    const { path, passwords } = request;
    this.#close();
    const { bytes, contentHash, type } = await this.#read(request, signal);
    if (type === 'tiff') return { contentHash, pages: numbersTo(countTiffPages(bytes)) };
    if (isPicture(type)) return { contentHash, pages: [1] };
    if (type !== 'pdf') return { contentHash, pages: [] };
    return { contentHash, pages: await picturePagesOfPdf(bytes, passwords, signal, () => this.#onProgress(path)) };
  }

  /** @throws AppError `vanished` where the file is another one now; whatever drawing a damaged page throws */
  async recognisePage(request: RecognisePageRequest, signal: AbortSignal): Promise<RecognisedPage> {
    const { path, page, language } = request;
    const { source } = await this.#documentOf(request, signal);
    this.#onProgress(path);
    const picture = await source.picture(page);
    this.#onProgress(path);
    this.#tesseract ??= Tesseract.start();
    const read = await readPage(await this.#tesseract, picture, language, () => this.#onProgress(path));
    if (read === null) {
      const outcome = picture.isDamaged === true ? 'damaged' : 'empty';
      return { page, outcome, confidence: null, language: null, lines: new Uint8Array() };
    }
    const { lines, confidence, language: readIn } = read;
    return { page, outcome: 'words', confidence, language: readIn, lines: packLines(lines) };
  }

  /** The same bytes are the same pages, wherever they lie. */
  async #documentOf(request: RecognisePageRequest, signal: AbortSignal): Promise<OpenDocument> {
    const { contentHash, passwords } = request;
    const known = this.#open;
    if (known !== null && Buffer.compare(known.contentHash, contentHash) === 0) return known;
    this.#close();
    const { bytes, contentHash: found, type } = await this.#read(request, signal);
    if (Buffer.compare(found, contentHash) !== 0) {
      throw new AppError('vanished', 'This file has changed since it was read. Check the folder again.');
    }
    const source = isPicture(type) ? openPictureFile(bytes, type) : await openPdfPictures(bytes, passwords);
    this.#open = { contentHash, source };
    return this.#open;
  }

  async #read(
    { path, inside = [] }: DocumentPlace,
    signal: AbortSignal,
  ): Promise<FileContent & { readonly type: LoadableType | null }> {
    const content = await this.#files.read({ path, inside }, signal);
    return { ...content, type: sniffType(content.bytes, extensionOf(inside.at(-1) ?? path)) };
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    open?.source.close();
  }
}

function isPicture(type: string | null): type is PictureType {
  return (pictureTypes as readonly (string | null)[]).includes(type);
}

function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
