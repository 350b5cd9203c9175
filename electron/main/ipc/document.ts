// One document: what is known of it, its text, its marks, and opening it outside. The page names it by id only.
import { extname } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import type { DocumentSource } from '../app-responses.js';
import type { EngineCall } from '../engine-host.js';
import { realPathInside } from '../inside-folder.js';
import type { IpcHandlers } from './register.js';

/** What may be opened in its own app: documents. A script, a program or a document with macros is only ever shown. */
const openableExtensions: ReadonlySet<string> = new Set(
  (
    'txt md markdown csv tsv json jsonl xml yaml yml html htm pdf docx odt rtf doc pptx odp ppt xlsx ods xls epub ' +
    'eml emlx mbox msg org rst adoc tex ipynb srt vtt png jpg jpeg webp tif tiff'
  )
    .split(' ')
    .map((extension) => `.${extension}`),
);

export interface DocumentHandlerParts {
  readonly call: EngineCall;
  /** Resolves to an empty text, or to what went wrong. */
  readonly openPath: (path: string) => Promise<string>;
  readonly showInFolder: (path: string) => void;
}

/**
 * The real path of a document that the engine knows, or of the file that it lies in, inside a registered root; rejects with
 * `not-found` otherwise.
 */
async function realFile(
  call: EngineCall,
  documentId: string,
): Promise<{ readonly path: string; readonly isPart: boolean }> {
  const [{ file, parentId }, { folders }] = await Promise.all([call('document', { documentId }), call('status', null)]);
  const path = await realPathInside(
    folders.map((folder) => folder.path),
    file,
  );
  return { path, isPart: parentId !== null };
}

/** A document's file, or the bytes of one that lies inside a file, for the scheme. Rejects with `not-found` as above. */
export async function documentSource(call: EngineCall, documentId: string): Promise<DocumentSource> {
  const { path, isPart } = await realFile(call, documentId);
  if (!isPart) return { kind: 'file', path };
  const [bytes, { type }] = await Promise.all([call('partBytes', { documentId }), call('document', { documentId })]);
  return { kind: 'bytes', bytes, type };
}

export function documentHandlers({ call, openPath, showInFolder }: DocumentHandlerParts) {
  return {
    'document.info': (request) => call('document', request),
    'document.text': (request) => call('text', request),
    'document.read-again': (request) => call('readAgain', request),
    'document.marks': (request) => call('marks', request),
    'document.password': async (request) => ({ password: await call('passwordOf', request) }),
    async 'document.open-in-app'({ documentId }) {
      const { path, isPart } = await realFile(call, documentId);
      if (isPart) throw new AppError('unsupported', 'This document lies inside a file. Show that file in its folder.');
      if (!openableExtensions.has(extname(path).toLowerCase())) {
        throw new AppError('unsupported', 'Acervo opens documents only. Use "Show in folder" for this file.');
      }
      const problem = await openPath(path);
      if (problem !== '') throw new AppError('not-found', 'No app on this computer opened the file.');
      return null;
    },
    async 'document.show-in-folder'({ documentId }) {
      showInFolder((await realFile(call, documentId)).path);
      return null;
    },
  } satisfies Partial<IpcHandlers>;
}
