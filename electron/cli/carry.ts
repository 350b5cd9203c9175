// The commands that carry a library: into one file, and out of it.
import { resolve } from 'node:path';
import type { ExportReport, FolderMapping, ImportReport } from '../../shared/domain/carry.js';
import { AppError } from '../../shared/errors.js';
import type { Library } from '../engine/library.js';
import type { ParsedArguments } from './arguments.js';
import { nameOf, type Output } from './output.js';
import { realPathOf } from './real-path.js';
import { sizeOf } from './text-results.js';

export function fileOf({ words: [file = ''] }: ParsedArguments): string {
  return resolve(file);
}

export async function exportLibrary(
  parsed: ParsedArguments,
  output: Output,
  library: Library,
  signal: AbortSignal,
): Promise<number> {
  const file = fileOf(parsed);
  const report = await library.exportTo(file, { withText: !parsed.flags.has('without-text') }, signal);
  output.result({ file, ...report }, () => exportText(file, report));
  return 0;
}

/** @throws AppError `wrong-use` for one that is no OLD=NEW */
export function readMappings({ values }: ParsedArguments): readonly FolderMapping[] {
  return (values.get('map') ?? []).map((mapping) => {
    const at = mapping.indexOf('=');
    const [from, to] = [mapping.slice(0, at), mapping.slice(at + 1)];
    if (at > 0 && to !== '') return { from, to: realPathOf(to) };
    throw new AppError('wrong-use', '--map takes a folder of the export and a folder of this machine: OLD=NEW.');
  });
}

export async function importInto(
  parsed: ParsedArguments,
  mappings: readonly FolderMapping[],
  output: Output,
  library: Library,
  signal: AbortSignal,
): Promise<number> {
  const file = fileOf(parsed);
  const report = await library.importFrom(file, mappings, signal);
  output.result({ file, ...report }, () => importText(report));
  return 0;
}

function exportText(file: string, { documents, chunks, vectors, bytes, withText }: ExportReport): string {
  const what = `${documents} documents, ${chunks} passages and ${vectors} vectors`;
  return `Exported ${what}, ${withText ? 'with' : 'without'} text, to ${nameOf(file)} (${sizeOf(bytes)}).\n`;
}

function importText({ documents, chunks, vectors, withText, folders }: ImportReport): string {
  const lines = [`Imported ${documents} documents, ${chunks} passages and ${vectors} vectors.`];
  for (const { from, path, documents: count, isOffline } of folders) {
    const where = from === path ? nameOf(path) : `${nameOf(from)} is now ${nameOf(path)}`;
    lines.push(`  ${where}: ${count} documents${isOffline ? ', offline: it is not on this machine' : ''}`);
  }
  lines.push(
    withText
      ? 'They can be searched at once. “acervo index” with a folder brings it up to date.'
      : 'Run “acervo index” with each folder: its documents are read once more, and nothing is embedded.',
  );
  return `${lines.join('\n')}\n`;
}
