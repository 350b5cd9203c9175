// One document: what is known of it, its text, its marks, and opening it outside. The page names it by id only.
import { extname } from 'node:path';
import { AppError } from '../../../shared/errors.js';
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

/** The real path of a document that the engine knows, inside a registered root; rejects with `not-found` otherwise. */
export async function documentFile(call: EngineCall, documentId: string): Promise<string> {
  const [{ path }, { folders }] = await Promise.all([call('document', { documentId }), call('status', null)]);
  return realPathInside(
    folders.map((folder) => folder.path),
    path,
  );
}

export function documentHandlers({ call, openPath, showInFolder }: DocumentHandlerParts) {
  return {
    'document.info': (request) => call('document', request),
    'document.text': (request) => call('text', request),
    'document.read-again': (request) => call('readAgain', request),
    'document.marks': (request) => call('marks', request),
    async 'document.open-in-app'({ documentId }) {
      const path = await documentFile(call, documentId);
      if (!openableExtensions.has(extname(path).toLowerCase())) {
        throw new AppError('unsupported', 'Acervo opens documents only. Use "Show in folder" for this file.');
      }
      const problem = await openPath(path);
      if (problem !== '') throw new AppError('not-found', 'No app on this computer opened the file.');
      return null;
    },
    async 'document.show-in-folder'({ documentId }) {
      showInFolder(await documentFile(call, documentId));
      return null;
    },
  } satisfies Partial<IpcHandlers>;
}
