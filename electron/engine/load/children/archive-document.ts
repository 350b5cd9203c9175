// What is told of an archive: the names of its files, one a line.
import { loadLimits } from '../load-limits.js';
import type { LoadedDocument } from '../loaded-document.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';
import type { archiveTypes } from './archive-types.js';

export function archiveDocument(
  names: readonly string[],
  { type, isWhole }: { readonly type: (typeof archiveTypes)[number]; readonly isWhole: boolean },
): LoadedDocument {
  const writer = new TextWriter();
  for (const name of names.slice(0, loadLimits.maxArchiveNames)) writer.add(name, { kind: 'list-item' });
  const { text, blocks } = writer;
  const note = isWhole
    ? null
    : ({ reason: 'damaged', message: 'This archive is damaged: files in it may be missing or cut short.' } as const);
  return textDocument({ text, type, blocks, note, language: null });
}
