// The languages whose letters and words are packed with the app, and which of them to read a page in.
import { detectLanguage } from '../load/language.js';

/** ISO 639-1 to Tesseract's names. One more: its package here, in package.json, and in scripts/pack.mjs. */
const tesseractNames = { en: 'eng', es: 'spa', fr: 'fra', de: 'deu' } as const;

export type RecognitionLanguage = (typeof tesseractNames)[keyof typeof tesseractNames];

/** Null for a language that is not packed. */
export function recognitionLanguageOf(iso: string | null): RecognitionLanguage | null {
  return iso !== null && Object.hasOwn(tesseractNames, iso) ? tesseractNames[iso as keyof typeof tesseractNames] : null;
}

/**
 * What a text that was recognised in one language is written in: letters come out right enough in any of them, so that
 * words tell. Null where that can't be told, or the language is not packed.
 */
export function languageOfRecognised(text: string): RecognitionLanguage | null {
  return recognitionLanguageOf(detectLanguage(text));
}
