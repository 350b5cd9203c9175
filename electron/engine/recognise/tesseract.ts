// Tesseract compiled to WebAssembly: one picture in, words in their places out. It blocks its thread while it works.
import { createRequire } from 'node:module';
import { AppError } from '../../../shared/errors.js';
import type { RecognitionLanguage } from './languages.js';
import type { PagePicture, Turn } from './picture-source.js';
import { languageData, recognitionCode } from './recognition-data.js';
import type { Core, CoreApi, CoreBlock } from './tesseract-core.js';
import { sumOfTurns } from './turns.js';

/** Engine modes: the older one, which tells orientations, and the one of neural nets, which reads. */
const orientationMode = 0;
const readingMode = 1;
/** Finds blocks, columns and lines by itself. */
const automaticSegmentation = '3';
const unknownDotsPerInch = '0';

/** How cameras name the turns (EXIF), and Tesseract with them. */
const orientationOfTurn: Readonly<Record<Turn, number>> = { 0: 1, 90: 6, 180: 3, 270: 8 };

export interface Orientation {
  /** How the picture has to be turned, clockwise, for its text to stand upright. */
  readonly turn: Turn;
  /** Tesseract's own measure; below about 1 it is a guess. */
  readonly confidence: number;
}

export class Tesseract {
  readonly #core: Core;
  readonly #readers = new Map<RecognitionLanguage, CoreApi>();
  #orienter: CoreApi | null = null;

  private constructor(core: Core) {
    this.#core = core;
  }

  static async start(): Promise<Tesseract> {
    const makeCore = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd') as MakeCore;
    const nothing = (): void => undefined;
    // It writes its warnings to the console, and they may hold words of the page.
    const quiet = { print: nothing, printErr: nothing, TesseractProgress: nothing };
    return new Tesseract(await makeCore({ ...quiet, wasmBinary: await recognitionCode() }));
  }

  /** @param turn beside the picture's own. @throws AppError `damaged` for a picture that can't be decoded */
  async read(picture: PagePicture, turn: Turn, language: RecognitionLanguage): Promise<readonly CoreBlock[]> {
    const api = await this.#readerOf(language);
    api.SetVariable('user_defined_dpi', picture.dotsPerInch?.toString() ?? unknownDotsPerInch);
    this.#setPicture(api, picture, turn);
    if (api.Recognize(null) !== 0) throw new Error('Recognition failed.');
    const { blocks } = JSON.parse(api.GetJSONText()) as { readonly blocks: readonly CoreBlock[] | null };
    return blocks ?? [];
  }

  /** Null where the page has too little text to tell. @throws AppError `damaged` as {@link read} */
  async orientation(picture: PagePicture): Promise<Orientation | null> {
    this.#orienter ??= await this.#makeApi('osd', orientationMode);
    this.#setPicture(this.#orienter, picture, 0);
    const results = new this.#core.OSResults();
    if (!this.#orienter.DetectOS(results)) return null;
    const { orientation_id: id, oconfidence: confidence } = results.best_result;
    return { turn: ([0, 270, 180, 90] as const)[id] ?? 0, confidence };
  }

  async #readerOf(language: RecognitionLanguage): Promise<CoreApi> {
    const known = this.#readers.get(language);
    if (known !== undefined) return known;
    const api = await this.#makeApi(language, readingMode);
    api.SetVariable('tessedit_pageseg_mode', automaticSegmentation);
    this.#readers.set(language, api);
    return api;
  }

  async #makeApi(name: RecognitionLanguage | 'osd', mode: number): Promise<CoreApi> {
    this.#core.FS.writeFile(`${name}.traineddata`, await languageData(name));
    const api = new this.#core.TessBaseAPI();
    if (api.Init(null, name, mode) !== 0) throw new Error(`The language data of ${name} could not be read.`);
    return api;
  }

  #setPicture(api: CoreApi, { file, turn: ownTurn }: PagePicture, turn: Turn): void {
    this.#core.FS.writeFile('/input', file);
    if (api.SetImageFile(orientationOfTurn[sumOfTurns(ownTurn, turn)], 0) === 0) return;
    // Else the words of the picture before would be taken for this one's.
    api.Clear();
    throw new AppError('damaged', 'This picture is damaged. Save or scan it again.');
  }
}

type MakeCore = (options: object) => Promise<Core>;
