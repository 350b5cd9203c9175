// Opens PDF files for the reading pane. All of pdf.js's own files come from Acervo's own scheme.
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.mjs?url';
import { AppError } from '../../shared/errors.js';
import { documentUrlPrefix } from '../../shared/ipc/document-url.js';
import { bridge, unwrap } from '../api/client.js';

export type PdfDocument = PDFDocumentProxy;
export type PdfPage = PDFPageProxy;

GlobalWorkerOptions.workerSrc = new URL(workerUrl, window.location.href).href;

/** One worker for all documents: it takes a tenth of a second to start. */
let worker: PDFWorker | null = null;

function pdfAsset(folder: string): string {
  return new URL(`/pdfjs/${folder}/`, window.location.href).href;
}

/** The bytes of a document's file. Throws `vanished` where there is no file now. */
async function fetchBytes(documentId: string, signal: AbortSignal): Promise<Uint8Array> {
  const reply = await fetch(`${documentUrlPrefix}${documentId}`, { signal }).catch(() => null);
  if (reply === null || !reply.ok) throw new AppError('vanished', 'The file cannot be reached now.');
  return new Uint8Array(await reply.arrayBuffer());
}

export interface OpenedPdf {
  readonly document: PdfDocument;
  readonly close: () => void;
}

/** The password of this one document, where it was entered since the start: asked for when pdf.js wants it, and not kept. */
function answerPassword(task: PDFDocumentLoadingTask, documentId: string): void {
  let wasAsked = false;
  task.onPassword = (answer: (password: string | Error) => void) => {
    const isLocked = new Error('No password for this document was entered.');
    if (wasAsked) return answer(isLocked);
    wasAsked = true;
    unwrap(bridge.document.password({ documentId })).then(
      ({ password }) => answer(password ?? isLocked),
      () => answer(isLocked),
    );
  };
}

/** Opens a document's PDF. Throws `vanished`, `password-protected` or `damaged`. Close it when it is not shown any more. */
export async function openPdf(documentId: string, signal: AbortSignal): Promise<OpenedPdf> {
  const data = await fetchBytes(documentId, signal);
  worker ??= new PDFWorker();
  const task: PDFDocumentLoadingTask = getDocument({
    data,
    worker,
    cMapUrl: pdfAsset('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: pdfAsset('standard_fonts'),
    wasmUrl: pdfAsset('wasm'),
    iccUrl: pdfAsset('iccs'),
    // The scheme is not http, so pdf.js would not fetch by itself.
    useWorkerFetch: true,
    useSystemFonts: false,
    enableXfa: false,
    isEvalSupported: false,
  });
  answerPassword(task, documentId);
  const close = (): void => void task.destroy();
  signal.addEventListener('abort', close, { once: true });
  try {
    return { document: await task.promise, close };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new AppError(isLocked ? 'password-protected' : 'damaged', 'This PDF cannot be shown.', { cause: error });
  }
}

/** The most pixels of one drawn page: more would take more memory than a screen can show. */
const maxCanvasPixels = 12_000_000;

export interface DrawnPage {
  readonly canvas: HTMLCanvasElement;
  readonly textLayer: HTMLDivElement;
}

/** Draws one page and its selectable text at `scale` (1 is 72 dots per inch). Stops when `signal` aborts. */
export async function drawPage(page: PdfPage, scale: number, signal: AbortSignal): Promise<DrawnPage> {
  const viewport = page.getViewport({ scale });
  const wantedRatio = window.devicePixelRatio || 1;
  const ratio = Math.min(wantedRatio, Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * ratio);
  canvas.height = Math.floor(viewport.height * ratio);
  const rendering = page.render({ canvas, viewport, transform: ratio === 1 ? undefined : [ratio, 0, 0, ratio, 0, 0] });
  const textLayer = document.createElement('div');
  textLayer.className = 'pdf-text-layer';
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: textLayer, viewport });
  signal.addEventListener(
    'abort',
    () => {
      rendering.cancel();
      text.cancel();
    },
    { once: true },
  );
  await Promise.all([rendering.promise, text.render()]);
  return { canvas, textLayer };
}
