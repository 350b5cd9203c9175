// An archive as a document: its text is the list of the files in it. What they say is read as documents of their own.
import { AppError } from '../../../../shared/errors.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { listZip } from '../office/zip-entries.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';
import { filesIn } from './zip-children.js';

export const loadZip: Loader = async (bytes) => {
  const files = filesIn(bytes);
  if (files.length === 0) throw new AppError('empty', 'This archive holds no files.');
  if (files.every(({ entry }) => entry.isEncrypted)) {
    throw new AppError('password-protected', 'This archive is locked by a password. Unpack it to index what it holds.');
  }
  const writer = new TextWriter();
  for (const { name } of files.slice(0, loadLimits.maxArchiveNames)) writer.add(name, { kind: 'list-item' });
  const { text, blocks } = writer;
  const note = listZip(bytes).isWhole
    ? null
    : ({ reason: 'damaged', message: 'This archive is damaged: files in it may be missing.' } as const);
  return textDocument({ text, type: 'zip', blocks, note, language: null });
};
