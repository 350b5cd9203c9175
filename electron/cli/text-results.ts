// Results as lines for a person at a terminal.
import type { DocumentInfo } from '../../shared/domain/document.js';
import {
  defaultCollection,
  type FolderInfo,
  type IndexReport,
  type LibraryStatus,
  type VerifyReport,
} from '../../shared/domain/library.js';
import type { SearchedScope, SearchResult } from '../../shared/domain/search.js';
import { sizeText } from '../../shared/domain/size-text.js';
import type { EvaluationResult } from '../engine/evaluate/run-evaluation.js';
import { nameOf, placeOf, snippetOf, table } from './output.js';

/** As the window says it in English. */
export function sizeOf(bytes: number): string {
  return sizeText(bytes, 'en');
}

export function reportText({ documents, chunks, tokens, seconds, problems, recognised }: IndexReport): string {
  const counts = Object.entries(documents)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const lines = [
    `Documents: ${counts.length > 0 ? counts.join(', ') : 'none found'}.`,
    `Chunks: ${chunks.added} added, ${chunks.reused} reused, ${chunks.removed} removed; ${tokens} tokens embedded.`,
    `Took ${seconds.total.toFixed(1)} s.`,
  ];
  if (recognised !== null) {
    const { documents: read, pages, failed } = recognised;
    lines.push(`Text recognition: ${pages} pages of ${read} documents${failed > 0 ? `, ${failed} given up` : ''}.`);
  }
  if (problems.length > 0) {
    lines.push('', `Problems (${problems.length}):`);
    for (const { path, reason, message } of problems) lines.push(`  ${nameOf(path)}\n      ${reason}: ${message}`);
  }
  return `${lines.join('\n')}\n`;
}

const fitting = 'Nothing to look for, only what narrows a search. The documents that fit, newest first:';
const nothingFits = 'No document fits. This only narrows a search: check how it is written, and add words to look for.';

export function hitsText(result: SearchResult): string {
  const { hits, answerable, chunksWithoutVector, listed, searched } = result;
  const lines: string[] = [];
  if (listed) lines.push(hits.length === 0 ? nothingFits : fitting, '');
  if (hits.length === 0 && !listed) lines.push('Nothing found.');
  if (searched !== null) lines.push(...searchedLines(searched, listed));
  let isBelow = false;
  for (const hit of hits) {
    if (hit.belowThreshold && !isBelow) {
      isBelow = true;
      lines.push('— less sure below this —', '');
    }
    const cosine = hit.cosine === null ? '' : `cosine ${hit.cosine.toFixed(3)}`;
    const relevance = hit.relevance === null ? '' : `relevance ${Math.round(hit.relevance * 100)} %`;
    const place = placeOf(hit);
    lines.push(`${hit.rank}. ${nameOf(hit.path)}${place === '' ? '' : `  (${place})`}`);
    const figures = [relevance, cosine].filter((figure) => figure !== '').join(', ');
    if (figures !== '') lines.push(`   ${figures}`);
    lines.push(`   ${snippetOf(hit.text)}`, '');
  }
  if (answerable !== null) lines.push(`How likely the library answers this: ${Math.round(answerable * 100)} %.`);
  if (chunksWithoutVector > 0 && !listed)
    lines.push(`${chunksWithoutVector} chunks are searchable by words only as yet.`);
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Where nothing was found: what was searched, or which filter left nothing to search. */
function searchedLines({ documents, isNarrowed, misfits }: SearchedScope, listed: boolean): readonly string[] {
  if (misfits.length > 0) return [`No document fits ${misfits.map(nameOf).join(', and none fits ')}.`];
  if (listed) return [];
  if (isNarrowed && documents === 0) return ['No document fits all the filters, so none was searched.'];
  return [`Searched ${documents} ${documents === 1 ? 'document' : 'documents'}.`];
}

export function statusText(status: LibraryStatus): string {
  const states = Object.entries(status.documents)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const lines = [
    `Documents: ${states.length > 0 ? states.join(', ') : 'none'}.`,
    `Chunks: ${status.chunks}, vectors: ${status.vectors}.`,
    ...sizeLines(status),
    `Model: ${status.model}.`,
  ];
  for (const folder of status.folders) {
    const check = folder.lastCheck === null ? 'never' : folder.lastCheck;
    const missing = folder.missing === 0 ? '' : ` (${folder.missing} missing)`;
    lines.push(
      `  ${nameOf(folder.path)}: ${folder.documents} documents${missing}, ${folder.state}, last check ${check}`,
    );
    lines.push(...folderLines(folder).map((line) => `      ${line}`));
  }
  return `${lines.join('\n')}\n`;
}

/** A library that does not exist has no sizes. */
function sizeLines({ bytes: { text, database, graph } }: LibraryStatus): readonly string[] {
  return database === 0 ? [] : [`Sizes: text ${sizeOf(text)}, database ${sizeOf(database)}, graph ${sizeOf(graph)}.`];
}

/** What is special about a folder; most have nothing. */
function folderLines({ collection, rules }: FolderInfo): readonly string[] {
  const { patterns, letIn, maxFileBytes } = rules;
  return [
    ...(collection === defaultCollection ? [] : [`collection: ${nameOf(collection)}`]),
    ...(patterns.length === 0 ? [] : [`leaves out: ${patterns.map(nameOf).join(', ')}`]),
    ...(letIn.length === 0 ? [] : [`lets in: ${letIn.join(', ')}`]),
    ...(maxFileBytes === null ? [] : [`leaves out files over ${sizeOf(maxFileBytes)}`]),
  ];
}

const documentHeads = ['state', 'reason', 'type', 'language', 'encoding', 'passages', 'path'];

/** A table; below a document that has one, the sentence that says what is wrong with it. */
export function documentsText(documents: readonly DocumentInfo[]): string {
  if (documents.length === 0) return 'No documents.\n';
  const rows = documents.map((document) => [
    document.state,
    document.reason ?? '',
    document.type,
    document.language ?? '',
    `${document.encoding ?? ''}${document.chosenEncoding === null ? '' : ' (chosen)'}`,
    document.chunks,
    nameOf(document.path),
  ]);
  const [heads = '', ...lines] = table([documentHeads, ...rows])
    .trimEnd()
    .split('\n');
  const explained = lines.flatMap((line, at) => {
    const message = documents[at]?.message ?? null;
    return message === null ? [line] : [line, `    ${message}`];
  });
  return `${[heads, ...explained].join('\n')}\n`;
}

export function verifyText({ damage, repaired, documents, chunks, vectors }: VerifyReport): string {
  const lines = [`Checked ${documents} documents, ${chunks} chunks, ${vectors} vectors.`];
  lines.push(damage.length === 0 ? 'No damage.' : `Damage:\n  ${damage.join('\n  ')}`);
  if (repaired.length > 0) lines.push(`Repaired:\n  ${repaired.join('\n  ')}`);
  return `${lines.join('\n')}\n`;
}

export function evaluationText(result: EvaluationResult): string {
  const figures: (readonly [string, string])[] = [];
  for (const name of ['recall@1', 'recall@3', 'recall@5', 'recall@10', 'mrr@10', 'ndcg@10'] as const) {
    figures.push([name, result[name].toFixed(4)]);
  }
  const lines = [
    `${result.set}, questions of ${result.questionsFrom}: ${result.queries} questions, ${result.documents} documents.`,
    table(figures).trimEnd(),
  ];
  const curve = result.thresholdCurve;
  if (curve !== null) {
    lines.push('', `Without ${curve.documentsLeftOut} documents, ${curve.unanswerable} questions have no answer.`);
    lines.push(JSON.stringify({ atDefault: curve.atDefault, atFivePercent: curve.atFivePercent }));
    lines.push(
      table([
        Object.keys(curve.points[0] ?? {}),
        ...curve.points.map((point) => Object.values(point).map((value) => Number(value).toFixed(3))),
      ]).trimEnd(),
    );
  }
  return `${lines.join('\n')}\n`;
}
