// A tape archive, or what gzip packs, as a document: its text is the list of the files in it.
import { AppError } from '../../../../shared/errors.js';
import type { Loader } from '../load-context.js';
import type { LoadedDocument } from '../loaded-document.js';
import { archiveDocument } from './archive-document.js';
import type { TarList } from './tar-files.js';
import { gzipFilesIn, tarFilesIn } from './unpacked-archive.js';

export const loadTar: Loader = async (bytes) => documentOf(tarFilesIn(bytes), 'tar');

export const loadGzip: Loader = async (bytes, { name = '' }) => documentOf(gzipFilesIn(bytes, name), 'gz');

function documentOf({ files, isWhole, sparseFiles }: TarList, type: 'tar' | 'gz'): LoadedDocument {
  const sparseNote =
    sparseFiles === 0
      ? null
      : ({
          reason: 'unsupported',
          message: `Files in this archive that are kept without their empty stretches were left out: ${sparseFiles}. Unpack it to index them.`,
        } as const);
  if (files.length === 0 && sparseNote !== null) throw new AppError(sparseNote.reason, sparseNote.message);
  if (files.length === 0) throw new AppError(isWhole ? 'empty' : 'damaged', 'This archive holds no files.');
  const document = archiveDocument(
    files.map(({ name }) => name),
    { type, isWhole },
  );
  return { ...document, note: document.note ?? sparseNote };
}
