// Text recognition as it is set, told and counted: words of pages that are pictures.

/** `ask`: only when the person says so; `on`: by itself, after everything else. */
export const recognitionModes = ['off', 'ask', 'on'] as const;
export type RecognitionMode = (typeof recognitionModes)[number];

export interface RecognitionSettings {
  readonly mode: RecognitionMode;
  /** ISO 639-1 of the language to begin with where a document does not tell its own. */
  readonly language: string;
}

/** Whole numbers of the recognition that is going on. */
export interface RecognitionProgress {
  readonly documents: number;
  readonly documentsDone: number;
  /** Of the document in hand: its pages that are pictures, and those that are through. */
  readonly pages: number;
  readonly pagesDone: number;
}

export interface RecognitionReport {
  readonly documents: number;
  readonly pages: number;
  /** Pages that had to be given up. */
  readonly failed: number;
}

/** Text that was recognised with less than this confidence is shown with a warning. */
export const lowRecognitionConfidence = 0.8;
