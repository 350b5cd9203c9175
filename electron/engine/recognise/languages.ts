// The languages whose letters and words are packed with the app, and which of them to read a page in.

/** ISO 639-1 to Tesseract's names. One more: its package here, in package.json, and in scripts/pack.mjs. */
const tesseractNames = { en: 'eng', es: 'spa', fr: 'fra', de: 'deu' } as const;

export type RecognitionLanguage = (typeof tesseractNames)[keyof typeof tesseractNames];

/** Null for a language that is not packed. */
export function recognitionLanguageOf(iso: string | null): RecognitionLanguage | null {
  return iso !== null && Object.hasOwn(tesseractNames, iso) ? tesseractNames[iso as keyof typeof tesseractNames] : null;
}
