// What is used of tesseract.js-core, which has no types of its own.

export interface CoreBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface CoreWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly bbox: CoreBox;
}

export interface CoreLine {
  readonly words: readonly CoreWord[];
  readonly bbox: CoreBox;
  readonly rowAttributes: { readonly ascenders: number; readonly descenders: number; readonly rowHeight: number };
}

export interface CoreBlock {
  readonly paragraphs: readonly { readonly lines: readonly CoreLine[] }[];
}

export interface CoreApi {
  Init(dataPath: null, language: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Takes the file `/input`; 0 where it could be read. Where not, the picture before it stays. */
  SetImageFile(exifOrientation: number, angleRadians: number): number;
  /** Forgets the picture and what was read of it. */
  Clear(): void;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  DetectOS(results: CoreOrientation): boolean;
}

export interface CoreOrientation {
  readonly best_result: { readonly orientation_id: number; readonly oconfidence: number };
}

export interface Core {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => CoreApi;
  readonly OSResults: new () => CoreOrientation;
}
