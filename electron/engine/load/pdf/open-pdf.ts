// pdf.js, set up for reading text only: no second thread, no eval, no fonts, no images, no network.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let loading: Promise<Pdfjs> | undefined;

/** Loads pdf.js once, at the first PDF. Never import it otherwise: it needs what is set up before. */
export function loadPdfjs(): Promise<Pdfjs> {
  loading ??= importPdfjs();
  return loading;
}

async function importPdfjs(): Promise<Pdfjs> {
  // pdf.js names these browser classes while it loads; only drawing would use them, and nothing is drawn here.
  const globals = globalThis as Record<string, unknown>;
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) globals[name] ??= class {};
  globals.navigator ??= { language: 'en-US', platform: '', userAgent: '' };
  // Its polyfills replace "push" under Node 20 for the sake of lists of four thousand million entries, at a tenth of all speed.
  const push = Array.prototype.push;
  const warn = console.warn;
  // It also complains that no canvas package is installed, before its verbosity can be set.
  console.warn = () => undefined;
  try {
    // The worker's module registers itself; pdf.js then runs it in this thread: the process is ours alone.
    await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return await import('pdfjs-dist/legacy/build/pdf.mjs');
  } finally {
    console.warn = warn;
    Array.prototype.push = push;
  }
}

export interface OpeningPdf {
  readonly task: PDFDocumentLoadingTask;
  /** How many passwords were tried so far; the last of them is the right one when the document opens. */
  readonly tried: () => number;
}

/**
 * Starts reading a PDF; `task.promise` is the document. Takes `bytes` over. Where the document asks for a password, those
 * given are tried in their order; `task.promise` rejects with pdf.js's `PasswordException` when none is right.
 * The bytes may be hostile: call it in the parse process only.
 */
export async function openPdf(bytes: Uint8Array, passwords: readonly string[]): Promise<OpeningPdf> {
  const { getDocument } = await loadPdfjs();
  const assets = assetFolder();
  let tried = 0;
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Images are looked for, never decoded.
    maxImageSize: 0,
    stopAtErrors: false,
    cMapPacked: true,
    ...(assets === null
      ? {}
      : { cMapUrl: `${join(assets, 'cmaps')}/`, standardFontDataUrl: `${join(assets, 'standard_fonts')}/` }),
    BinaryDataFactory: AssetReader,
  });
  task.onPassword = (answer: (password: string | Error) => void) => {
    const next = passwords[tried];
    if (next === undefined) return answer(new Error('None of the passwords is right.'));
    tried++;
    answer(next);
  };
  return { task, tried: () => tried };
}

/** Reads pdf.js's own character maps and font measures from disk. */
class AssetReader {
  readonly #folders: Readonly<Record<string, string | null>>;

  constructor(folders: { cMapUrl?: string | null; standardFontDataUrl?: string | null }) {
    this.#folders = { ...folders };
  }

  async fetch(file: { kind: string; filename: string }): Promise<Uint8Array> {
    const folder = this.#folders[file.kind];
    // Names come from the document: only plain ones are read.
    if (!folder || !/^[\w.-]+$/.test(file.filename)) throw new Error(`There is no ${file.kind} data of that name.`);
    return new Uint8Array(await readFile(join(folder, file.filename)));
  }
}

/** In the packed app the files lie in its resources; otherwise in the installed package. */
function assetFolder(): string | null {
  const resources = (process as { resourcesPath?: string }).resourcesPath;
  if (resources !== undefined && existsSync(join(resources, 'pdfjs', 'cmaps'))) return join(resources, 'pdfjs');
  try {
    return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  } catch {
    return null;
  }
}
