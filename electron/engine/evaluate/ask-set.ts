// Asks the questions of a set, of that set's documents alone, and gives the documents found for each.
import type { FusionName, SearchMode, SearchRequest, SearchResult } from '../../../shared/domain/search.js';
import { AppError } from '../../../shared/errors.js';
import { type Library, recordPath } from '../library.js';
import type { SetQuestion } from './read-set.js';

/** What an evaluation needs of a library. */
export type EvaluationDoor = Pick<Library, 'indexRecords' | 'search' | 'documents' | 'status'>;

const documentsPerQuestion = 100;
/** More passages than documents are asked for, since a long document has several. */
const passagesPerQuestion = 200;
const questionsAtOnce = 4;

export interface FoundDocuments {
  /** Record ids, best first, each once. */
  readonly documents: readonly string[];
  readonly passages: readonly { readonly documentId: string; readonly start: number; readonly end: number }[];
  readonly answerable: number | null;
  readonly threshold: number;
}

/** Asks questions of one set's documents, even in a library that holds others. */
export class Asker {
  private constructor(
    private readonly door: EvaluationDoor,
    private readonly prefix: string,
    private readonly request: Pick<SearchRequest, 'mode' | 'fusion' | 'rerank' | 'filter'>,
    /** Sorted, so that what is left out is the same in every run. */
    readonly recordIds: readonly string[],
    private readonly documentIds: ReadonlyMap<string, string>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  static async open(
    door: EvaluationDoor,
    name: string,
    how: { readonly mode: SearchMode; readonly fusion: FusionName; readonly rerank: boolean },
    signal?: AbortSignal,
  ): Promise<Asker> {
    const prefix = recordPath(name, '');
    const root = prefix.slice(0, -1);
    const { folders } = await door.status();
    const documentIds = await documentsOfSet(door, name);
    // The set alone in its library needs no filter, and so is searched just as a person's own documents are.
    const filter = folders.length === 1 ? undefined : { paths: [root] };
    const recordIds = [...documentIds.keys()].sort();
    return new Asker(door, prefix, { ...how, filter }, recordIds, documentIds, signal);
  }

  get documentCount(): number {
    return this.recordIds.length;
  }

  /** @param leftOut records that are to be as if they were not there */
  async askAll(
    questions: readonly SetQuestion[],
    leftOut: ReadonlySet<string> | null,
    onAsked: (done: number) => void,
  ): Promise<readonly FoundDocuments[]> {
    const kept = leftOut === null ? null : this.recordIds.filter((id) => !leftOut.has(id));
    const filter =
      kept === null ? this.request.filter : { documentIds: kept.map((id) => this.documentIds.get(id) ?? '') };
    const found: FoundDocuments[] = [];
    let next = 0;
    let done = 0;
    const askOn = async (): Promise<void> => {
      for (let i = next++; i < questions.length; i = next++) {
        found[i] = await this.ask(questions[i]?.text ?? '', filter);
        onAsked(++done);
      }
    };
    await Promise.all(Array.from({ length: questionsAtOnce }, askOn));
    return found;
  }

  private async ask(query: string, filter: SearchRequest['filter']): Promise<FoundDocuments> {
    for (let k = passagesPerQuestion; ; k *= 2) {
      const request = { ...this.request, query, filter, k, all: true, literal: true };
      const result = await this.door.search(request, this.signal);
      const documents = this.documentsOf(result);
      // All that was asked for came, and still too few documents among it: ask for more.
      if (documents.length >= documentsPerQuestion || result.hits.length < k) {
        return {
          documents: documents.slice(0, documentsPerQuestion),
          passages: result.hits.map((hit) => ({ ...hit, documentId: hit.path.slice(this.prefix.length) })),
          answerable: result.answerable,
          threshold: result.threshold,
        };
      }
    }
  }

  /** Near copies were folded into the hit that stands for them: each is a document of its own here. */
  private documentsOf(result: SearchResult): readonly string[] {
    const ids = result.hits.flatMap((hit) => [hit, ...hit.copies]).map((found) => found.path.slice(this.prefix.length));
    return [...new Set(ids)];
  }
}

/** Record id to document id, of the records that were indexed under this name. */
export async function documentsOfSet(door: EvaluationDoor, name: string): Promise<ReadonlyMap<string, string>> {
  const prefix = recordPath(name, '');
  const { folders } = await door.status();
  const folder = folders.find((one) => one.path === prefix.slice(0, -1));
  if (folder === undefined) throw new AppError('bug', `The records of ${name} were not registered.`);
  const documentIds = new Map<string, string>();
  const limit = 1_000;
  for (let offset = 0; ; offset += limit) {
    const page = await door.documents({ folderId: folder.folderId, offset, limit });
    for (const info of page.documents) documentIds.set(info.path.slice(prefix.length), info.documentId);
    if (offset + limit >= page.total) break;
  }
  return documentIds;
}
