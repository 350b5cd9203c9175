// Records (an id, a title, a text) indexed just as files are: the evaluation sets come in this way.
import { createHash } from 'node:crypto';
import type { plainTextDocument } from '../load/load-txt.js';
import { packDocument } from '../load/pack-document.js';
import type { PackedDocument } from '../load/parse-methods.js';
import type { ScanEntry } from '../store/store-methods.js';

export interface DocumentRecord {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export type RecordSource = AsyncIterable<DocumentRecord> | Iterable<DocumentRecord>;

export interface RecordEntry {
  readonly entry: ScanEntry;
  readonly contentHash: Uint8Array;
  readonly document: PackedDocument;
}

const batchSize = 200;

/** Path of the root that holds the records of that name: not one on disk, so a check passes it over. */
export function recordsRoot(name: string): string {
  return `records:${name}`;
}

/** The path of a record's document, as hits name it. */
export function recordPath(name: string, id: string): string {
  return `${recordsRoot(name)}/${id}`;
}

function entryOf(record: DocumentRecord, toDocument: typeof plainTextDocument): RecordEntry {
  const hash = createHash('sha256').update(record.title).update('\0').update(record.text).digest();
  return {
    entry: {
      relativePath: record.id,
      sizeBytes: Buffer.byteLength(record.text),
      // A record has no date: a number from its content stands in, so that a changed one is seen as changed.
      modifiedMs: hash.readUIntBE(0, 6),
    },
    contentHash: hash,
    document: packDocument({
      ...toDocument(record.text, 'utf-8', 'txt'),
      title: record.title === '' ? null : record.title,
    }),
  };
}

/** Records as the store's planner takes them, in batches. */
export async function* recordEntries(source: RecordSource): AsyncGenerator<readonly RecordEntry[]> {
  // Only here: with it come the words that tell languages apart, which an engine that reads files leaves to its readers.
  const { plainTextDocument } = await import('../load/load-txt.js');
  let batch: RecordEntry[] = [];
  for await (const record of source) {
    batch.push(entryOf(record, plainTextDocument));
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
