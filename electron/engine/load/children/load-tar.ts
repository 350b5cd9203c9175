// A tape archive, or what gzip packs, as a document: its text is the list of the files in it.
import { AppError } from '../../../../shared/errors.js';
import type { Loader } from '../load-context.js';
import { archiveDocument } from './archive-document.js';
import type { TarList } from './tar-files.js';
import { gzipFilesIn, tarFilesIn } from './unpacked-archive.js';

export const loadTar: Loader = async (bytes) => documentOf(tarFilesIn(bytes), 'tar');

export const loadGzip: Loader = async (bytes, { name = '' }) => documentOf(gzipFilesIn(bytes, name), 'gz');

function documentOf({ files, isWhole }: TarList, type: 'tar' | 'gz') {
  if (files.length === 0) throw new AppError(isWhole ? 'empty' : 'damaged', 'This archive holds no files.');
  return archiveDocument(
    files.map(({ name }) => name),
    { type, isWhole },
  );
}
