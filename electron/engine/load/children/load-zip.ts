// An archive as a document: its text is the list of the files in it. What they say is read as documents of their own.
import { AppError } from '../../../../shared/errors.js';
import type { Loader } from '../load-context.js';
import { listZip } from '../office/zip-entries.js';
import { archiveDocument } from './archive-document.js';
import { filesIn } from './zip-children.js';

export const loadZip: Loader = async (bytes) => {
  const files = filesIn(bytes);
  if (files.length === 0) throw new AppError('empty', 'This archive holds no files.');
  if (files.every(({ entry }) => entry.isEncrypted)) {
    throw new AppError('password-protected', 'This archive is locked by a password. Unpack it to index what it holds.');
  }
  return archiveDocument(
    files.map(({ name }) => name),
    { type: 'zip', isWhole: listZip(bytes).isWhole },
  );
};
