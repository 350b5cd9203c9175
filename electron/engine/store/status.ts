// The library in numbers.
import { statSync } from 'node:fs';
import { type DocumentState, documentStates } from '../../../shared/domain/document.js';
import type { FolderInfo, FolderState, LibraryStatus } from '../../../shared/domain/library.js';
import { effectiveState } from './documents.js';
import { graphBytes } from './generations.js';
import { missingByFolder, noMissing } from './missing.js';
import { readRules } from './rules.js';
import type { StoreContext } from './store-context.js';

interface Count {
  readonly folder: number;
  readonly state: DocumentState;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly text: number;
}

interface Root {
  readonly id: number;
  readonly path: string;
  readonly state: FolderState;
  readonly collection: string;
  readonly last_check_ms: number | null;
  readonly rules: string;
  readonly is_file: number;
}

export function libraryStatus({ db, folder, generation, generationId }: StoreContext): LibraryStatus {
  const counts = db.all<Count>(
    `SELECT d.folder, ${effectiveState} AS state, count(*) AS documents,
       sum(d.chunk_count) AS chunks, sum(CASE WHEN d.parent IS NULL THEN d.size_bytes ELSE 0 END) AS bytes, sum(d.text_bytes) AS text
     FROM documents d JOIN folders f ON f.id = d.folder GROUP BY 1, 2`,
  );
  const roots = db.all<Root>(
    `SELECT f.id, f.path, f.state, c.name AS collection, f.last_check_ms, f.rules, f.is_file
     FROM folders f JOIN collections c ON c.id = f.collection ORDER BY f.path`,
  );
  const missing = missingByFolder(db);
  const vectors = db.get<{ vectors: number }>('SELECT count(*) AS vectors FROM vectors')?.vectors ?? 0;
  return {
    documents: byState(counts),
    chunks: sum(counts, 'chunks'),
    vectors,
    bytes: {
      text: sum(counts, 'text'),
      database: fileBytes(db.file) + fileBytes(`${db.file}-wal`),
      graph: graphBytes(folder, generationId),
    },
    model: generation.embedder,
    generation: `${generation.embedder}/${generation.chunker}`,
    folders: roots.map((root) =>
      folderInfo(
        root,
        counts.filter((count) => count.folder === root.id),
        missing.get(root.id) ?? noMissing,
      ),
    ),
  };
}

function folderInfo(root: Root, counts: readonly Count[], missing: typeof noMissing): FolderInfo {
  return {
    folderId: root.id,
    path: root.path,
    state: root.state,
    collection: root.collection,
    isFile: root.is_file === 1,
    rules: readRules(root.rules),
    documents: sum(counts, 'documents'),
    byState: byState(counts),
    chunks: sum(counts, 'chunks'),
    bytes: sum(counts, 'bytes'),
    missing: missing.documents,
    missingAsked: missing.asked,
    lastCheck: root.last_check_ms === null ? null : new Date(root.last_check_ms).toISOString(),
  };
}

function byState(counts: readonly Count[]): Readonly<Record<DocumentState, number>> {
  const totals = Object.fromEntries(documentStates.map((state) => [state, 0])) as Record<DocumentState, number>;
  for (const { state, documents } of counts) totals[state] += documents;
  return totals;
}

function sum(counts: readonly Count[], key: 'documents' | 'chunks' | 'bytes' | 'text'): number {
  return counts.reduce((total, count) => total + count[key], 0);
}

function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
