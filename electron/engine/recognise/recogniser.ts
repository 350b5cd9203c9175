// Text recognition as the parse process serves it: which pages need it, and one page at a time. One file is open at once.
import { constants, setPriority } from 'node:os';
import { AppError } from '../../../shared/errors.js';
import type { OpenedFiles } from '../load/children/opened-files.js';
import type { DocumentPlace } from '../load/parse-methods.js';
import { picturePagesOfPdf } from '../load/pdf/picture-pages.js';
import { extensionOf, sniffType } from '../load/sniff-type.js';
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

export interface RecognisePageRequest extends DocumentPlace {
  readonly passwords: readonly string[];
  /** Of the file as it was read before. */
  readonly contentHash: Uint8Array;
  readonly page: number;
  /** The language to begin with. */
  readonly language: RecognitionLanguage;
}

interface OpenFile {
  /** Which document it is. */
  readonly key: string;
  readonly contentHash: Uint8Array;
  readonly source: PictureSource;
}

export class Recogniser {
  readonly #files: OpenedFiles;
  readonly #onProgress: (path: string) => void;
  #open: OpenFile | null = null;
  #tesseract: Promise<Tesseract> | null = null;

  constructor(files: OpenedFiles, onProgress: (path: string) => void) {
    this.#files = files;
    this.#onProgress = onProgress;
    // A person's other programs, and Acervo's own questions, come first.
    setPriority(constants.priority.PRIORITY_LOW);
  }

  /** @throws AppError as reading the file does */
  async picturePages(
    { path, inside = [], passwords }: DocumentPlace & { readonly passwords: readonly string[] },
    signal: AbortSignal,
  ): Promise<PicturePages> {
    this.#close();
    const { bytes, contentHash } = await this.#files.read({ path, inside }, signal);
    const type = sniffType(bytes, extensionOf(inside.at(-1) ?? path));
    if (type === 'tiff') return { contentHash, pages: numbersTo(countTiffPages(bytes)) };
    if (isPicture(type)) return { contentHash, pages: [1] };
    if (type !== 'pdf') return { contentHash, pages: [] };
    return { contentHash, pages: await picturePagesOfPdf(bytes, passwords, signal, () => this.#onProgress(path)) };
  }

  /** @throws AppError `vanished` where the file is another one now; whatever drawing a damaged page throws */
  async recognisePage(request: RecognisePageRequest, signal: AbortSignal): Promise<RecognisedPage> {
    const { path, page, language } = request;
    const { source } = await this.#fileOf(request, signal);
    this.#onProgress(path);
    const picture = await source.picture(page);
    this.#onProgress(path);
    this.#tesseract ??= Tesseract.start();
    const read = await readPage(await this.#tesseract, picture, language, () => this.#onProgress(path));
    if (read === null) return { page, outcome: 'empty', confidence: null, language: null, lines: new Uint8Array() };
    const { lines, confidence, language: readIn } = read;
    return { page, outcome: 'words', confidence, language: readIn, lines: packLines(lines) };
  }

  async #fileOf(request: RecognisePageRequest, signal: AbortSignal): Promise<OpenFile> {
    const { path, inside = [], contentHash, passwords } = request;
    const known = this.#open;
    const key = JSON.stringify([path, inside]);
    if (known !== null && known.key === key && Buffer.compare(known.contentHash, contentHash) === 0) return known;
    this.#close();
    const { bytes, contentHash: found } = await this.#files.read({ path, inside }, signal);
    if (Buffer.compare(found, contentHash) !== 0) {
      throw new AppError('vanished', 'This file has changed since it was read. Check the folder again.');
    }
    const type = sniffType(bytes, extensionOf(inside.at(-1) ?? path));
    const source = isPicture(type) ? openPictureFile(bytes, type) : await openPdfPictures(bytes, passwords);
    this.#open = { key, contentHash, source };
    return this.#open;
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
