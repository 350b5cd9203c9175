// One picture of a page to lines of words: which way up it stands, in which language it is, what of it is worth keeping.
import { detectLanguage } from '../load/language.js';
import { type RecognitionLanguage, recognitionLanguageOf } from './languages.js';
import type { PagePicture, Turn } from './picture-source.js';
import type { PageOfLines, RecognisedLine, RecognisedWord } from './recognised-page.js';
import type { Tesseract } from './tesseract.js';
import type { CoreBlock, CoreLine } from './tesseract-core.js';
import { type PixelBox, turnedBack } from './turns.js';

/** Words below it are mostly specks and lines that were taken for letters. */
const minWordConfidence = 0.3;
const minLineConfidence = 0.4;
/** Of a page: below it what was read of a drawing or a photograph is no text. */
const minPageConfidence = 0.55;
const minPageLetters = 3;
/** Below it the page is taken as it lies: short texts and drawings are told wrong now and then. */
const minOrientationConfidence = 2;
/** Text of an ordinary size is written as one size: what is measured differs from line to line. */
const bodyRange = [0.75, 1.3] as const;

export interface ReadPage {
  readonly lines: PageOfLines;
  /** 0 to 1, over its letters. */
  readonly confidence: number;
  readonly language: RecognitionLanguage;
}

interface Reading {
  readonly lines: readonly MeasuredLine[];
  readonly confidence: number;
  readonly letters: number;
  readonly language: RecognitionLanguage;
  readonly turn: Turn;
}

interface MeasuredLine {
  readonly heightPx: number;
  readonly box: PixelBox;
  readonly words: readonly { readonly text: string; readonly confidence: number; readonly box: PixelBox }[];
}

/**
 * What a text that was recognised in one language is written in: letters come out right enough in any of them, so that
 * words tell. Null where that can't be told, or the language is not packed.
 */
function languageOfRecognised(text: string): RecognitionLanguage | null {
  return recognitionLanguageOf(detectLanguage(text));
}

/**
 * Null where nothing worth keeping was read.
 * @param guess the language to begin with: most pages are in it, and are read once
 * @param onStep called between steps, each of which may take many seconds
 */
export async function readPage(
  tesseract: Tesseract,
  picture: PagePicture,
  guess: RecognitionLanguage,
  onStep: () => void,
): Promise<ReadPage | null> {
  // Upside down, letters are read as others, and just as surely: how the page lies is told before.
  const orientation = await tesseract.orientation(picture);
  const turn = orientation !== null && orientation.confidence >= minOrientationConfidence ? orientation.turn : 0;
  onStep();
  let best = await read(tesseract, picture, guess, turn);
  const language = languageOfRecognised(textOf(best));
  if (language !== null && language !== guess) {
    onStep();
    const again = await read(tesseract, picture, language, turn);
    if (again.confidence >= best.confidence - 0.02) best = again;
  }
  if (best.confidence < minPageConfidence || best.letters < minPageLetters) return null;
  return { lines: placed(best, picture), confidence: best.confidence, language: best.language };
}

async function read(
  tesseract: Tesseract,
  picture: PagePicture,
  language: RecognitionLanguage,
  turn: Turn,
): Promise<Reading> {
  const lines = linesOf(await tesseract.read(picture, turn, language));
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0);
  const weighted = words.reduce((sum, { text, confidence }) => sum + confidence * lettersIn(text), 0);
  return { lines, letters, confidence: letters === 0 ? 0 : weighted / letters, language, turn };
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function textOf({ lines }: Reading): string {
  return lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');
}

function linesOf(blocks: readonly CoreBlock[]): readonly MeasuredLine[] {
  const lines: MeasuredLine[] = [];
  for (const block of blocks) {
    for (const line of block.paragraphs.flatMap((paragraph) => paragraph.lines)) {
      const kept = keptOf(line);
      if (kept !== null) lines.push(kept);
    }
  }
  return lines;
}

function keptOf(line: CoreLine): MeasuredLine | null {
  const words = line.words
    .map(({ text, confidence, bbox }) => ({ text: text.trim(), confidence: confidence / 100, box: bbox }))
    .filter(({ text, confidence }) => text !== '' && confidence >= minWordConfidence);
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0);
  const weighted = words.reduce((sum, { text, confidence }) => sum + confidence * lettersIn(text), 0);
  if (letters === 0 || weighted / letters < minLineConfidence) return null;
  const { rowHeight, ascenders, descenders } = line.rowAttributes;
  // Small letters are about half as high as their font's size.
  const smallLetters = rowHeight - Math.abs(ascenders) - Math.abs(descenders);
  return { heightPx: smallLetters > 0 ? smallLetters * 2 : line.bbox.y1 - line.bbox.y0, box: line.bbox, words };
}

/** From pixels of the turned picture to points of the page. */
function placed({ lines, turn }: Reading, { width, height, widthPt, heightPt }: PagePicture): PageOfLines {
  const [perX, perY] = [widthPt / width, heightPt / height];
  const bodyPx = usualHeight(lines);
  const angle = turn === 90 ? -Math.PI / 2 : turn === 270 ? Math.PI / 2 : turn === 180 ? Math.PI : 0;
  return {
    widthPt,
    heightPt,
    lines: lines.map((line): RecognisedLine => {
      const share = line.heightPx / bodyPx;
      const isBody = share >= bodyRange[0] && share <= bodyRange[1];
      return {
        fontSize: Math.round((isBody ? bodyPx : line.heightPx) * perY * 2) / 2,
        angle,
        words: line.words.map(({ text, confidence, box }): RecognisedWord => {
          // All words of a line are as high as the line, as those of a PDF's own text are.
          const tall = { x0: box.x0, x1: box.x1, y0: line.box.y0, y1: line.box.y1 };
          const { x0, y0, x1, y1 } = turnedBack(tall, turn, width, height);
          return { text, confidence, x: x0 * perX, y: y0 * perY, width: (x1 - x0) * perX, height: (y1 - y0) * perY };
        }),
      };
    }),
  };
}

/** The height that half of the letters do not exceed. */
function usualHeight(lines: readonly MeasuredLine[]): number {
  const sized = lines
    .map(({ heightPx, words }) => ({ heightPx, letters: words.reduce((sum, { text }) => sum + text.length, 0) }))
    .sort((a, b) => a.heightPx - b.heightPx);
  const half = sized.reduce((sum, { letters }) => sum + letters, 0) / 2;
  let letters = 0;
  for (const line of sized) {
    letters += line.letters;
    if (letters >= half) return line.heightPx;
  }
  return 1;
}
