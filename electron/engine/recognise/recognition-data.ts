// Where the files of text recognition lie: beside the packed app's other resources, or in the installed packages.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RecognitionLanguage } from './languages.js';

const unpack = promisify(gunzip);

/** What Tesseract knows of a language; `osd` is what it tells orientations by. Nothing is downloaded, ever. */
export async function languageData(name: RecognitionLanguage | 'osd'): Promise<Uint8Array> {
  return unpack(await readData(`@tesseract.js-data/${name}/4.0.0_best_int/${name}.traineddata.gz`));
}

/** PDFium's machine code. */
export function drawingCode(): Promise<Uint8Array> {
  return readData('@hyzyla/pdfium/pdfium.wasm');
}

/** Tesseract's machine code. */
export function recognitionCode(): Promise<Uint8Array> {
  return readData('tesseract.js-core/tesseract-core-simd.wasm');
}

/** `place`: in the installed packages; scripts/pack.mjs puts the file by its name among the app's resources. */
async function readData(place: string): Promise<Uint8Array> {
  const resources = (process as { resourcesPath?: string }).resourcesPath;
  const packed = resources === undefined ? null : join(resources, 'recognition', basename(place));
  if (packed !== null && existsSync(packed)) return readFile(packed);
  return readFile(createRequire(import.meta.url).resolve(place));
}
