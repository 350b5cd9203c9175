// Asks a library just as its search worker does, in this process, and keeps the evidence that each search leaves.
import { join } from 'node:path';
import { chunkerId } from '../../electron/engine/chunk/chunk-options.js';
import { type ModelFolder, modelFolder, openModelFolder } from '../../electron/engine/embed/model-files.js';
import { type Library, openLibrary } from '../../electron/engine/library.js';
import { openBackground } from '../../electron/engine/search/background.js';
import { type Evidence, evidenceOf } from '../../electron/engine/search/evidence.js';
import { LibrarySearch } from '../../electron/engine/search/library-search.js';
import { openReader } from '../../electron/engine/store/sqlite.js';
import type { QuestionVectors } from './question-vectors.js';
import type { CalibrationRecord } from './sets.js';

/** What a search left: the evidence, and the record and text of each of its passages, in the order of `evidence.hits`. */
export interface Captured {
  readonly evidence: Evidence;
  readonly hitRecords: readonly string[];
  readonly hitTexts: readonly string[];
}

const hitsKept = 10;

interface CaptureParts {
  readonly door: Library;
  readonly search: LibrarySearch;
  readonly questions: QuestionVectors;
  readonly background: readonly Float32Array[];
}

/** A library that is filled with records and asked, with everything in between as in the app. */
export class CaptureLibrary {
  #last: Captured | null = null;
  #documentIds: ReadonlyMap<string, string> = new Map();

  private constructor(private readonly parts: CaptureParts) {}

  /** @param questions shared by all libraries, so that a question is embedded once */
  static async open(folder: string, questions: QuestionVectors): Promise<CaptureLibrary> {
    const model = openModelFolder(modelFolder());
    const door = await openLibrary({ folder });
    let opened: CaptureLibrary | null = null;
    const search = await LibrarySearch.open(
      {
        folder,
        generationId: generationOf(folder, model),
        dimension: model.identity.dimension,
        modelFolder: model.path,
      },
      (source) => {
        opened?.keep(source);
        return { relevances: source.ranked.map(() => null), answerable: null, threshold: 0 };
      },
    );
    opened = new CaptureLibrary({ door, search, questions, background: (await openBackground(model)).vectors });
    return opened;
  }

  /** Replaces what the root of that name holds. */
  async fill(name: string, records: readonly CalibrationRecord[]): Promise<void> {
    await this.parts.door.indexRecords({ name, records });
    this.parts.search.refresh();
    await this.parts.search.settle();
  }

  /** Indexes a folder of files, or what has changed in it. */
  async fillFiles(folder: string): Promise<void> {
    await this.parts.door.index({ paths: [folder] });
    this.parts.search.refresh();
    await this.parts.search.settle();
  }

  /** To be called after the last {@link fill}, before a question leaves records out. */
  async readDocumentIds(): Promise<void> {
    const limit = 1_000;
    const ids = new Map<string, string>();
    for (let offset = 0; ; offset += limit) {
      const page = await this.parts.door.documents({ offset, limit });
      for (const { path, documentId } of page.documents) ids.set(path.slice(path.lastIndexOf('/') + 1), documentId);
      if (offset + limit >= page.total) break;
    }
    this.#documentIds = ids;
  }

  /**
   * Null where the search found nothing to compare.
   * @param among records to search, by a filter; all where absent
   */
  async ask(question: string, among?: readonly string[]): Promise<Captured | null> {
    const questionVector = await this.parts.questions.of(question);
    this.#last = null;
    const filter = among && { documentIds: among.map((id) => this.#documentIds.get(id) ?? '') };
    this.parts.search.search({ request: { query: question, literal: true, all: true, filter }, questionVector });
    return this.#last;
  }

  async close(): Promise<void> {
    await this.parts.search.close();
    await this.parts.door.close();
  }

  private keep(source: Parameters<typeof evidenceOf>[0]): void {
    const evidence = evidenceOf(source, this.parts.background);
    if (evidence === null) return;
    const passages = new Map(source.ranked.map(({ candidate: { passage } }) => [passage.id, passage]));
    const hits = evidence.hits.slice(0, hitsKept);
    this.#last = {
      evidence: { ...evidence, hits },
      hitRecords: hits.map(({ id }) => passages.get(id)?.relativePath ?? ''),
      hitTexts: hits.map(({ id }) => passages.get(id)?.text ?? ''),
    };
  }
}

export function generationOf(folder: string, model: ModelFolder): number {
  const database = openReader(join(folder, 'library.db'));
  const row = database.get<{ readonly id: number }>(
    'SELECT id FROM generations WHERE embedder = ? AND chunker = ?',
    model.identity.id,
    chunkerId,
  );
  database.close();
  if (row === undefined) throw new Error('The library has no generation of this model.');
  return row.id;
}
