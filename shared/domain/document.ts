// What is known of one document: its state, the reason for it, and places inside it.
import type { DocumentReason } from '../errors.js';
import type { MetaEntry, MetaProblem } from './metadata.js';

/** `words`: searchable by words; `ready`: by meaning too. Zero chunks is never `ready`. */
export const documentStates = ['waiting', 'reading', 'words', 'ready', 'skipped', 'failed', 'offline'] as const;
export type DocumentState = (typeof documentStates)[number];

/** A place for a person: pages, lines, rows and slides count from 1; what does not apply is null. */
export interface Locator {
  readonly page: number | null;
  readonly line: number | null;
  readonly headingPath: readonly string[] | null;
  readonly sheet: string | null;
  readonly row: number | null;
  readonly slide: number | null;
  readonly part: string | null;
}

export const noLocator: Locator = {
  page: null,
  line: null,
  headingPath: null,
  sheet: null,
  row: null,
  slide: null,
  part: null,
};

/** One row of the library's document list. */
export interface DocumentInfo {
  readonly documentId: string;
  readonly folderId: number;
  /** The document that this one lies in (a mail, an archive, …); null for a file of its own. */
  readonly parentId: string | null;
  /** Absolute path on this machine; a part of a container is `mail.eml!/report.pdf`. */
  readonly path: string;
  /** The file on disk that it is, or lies in. */
  readonly file: string;
  readonly title: string | null;
  readonly state: DocumentState;
  readonly reason: DocumentReason | null;
  /** The reason in words, with a next step; null where there is none. */
  readonly message: string | null;
  /** Of a document that took too long: how long it was given. */
  readonly limitSeconds: number | null;
  /** What the content is, as a lower-case extension: `pdf`, `md`, … */
  readonly type: string;
  readonly encoding: string | null;
  /** The encoding that a person chose for it; null: found out by Acervo. */
  readonly chosenEncoding: string | null;
  /** ISO 639-1, or null where it could not be told. */
  readonly language: string | null;
  readonly pages: number | null;
  readonly chunks: number;
  readonly bytes: number;
  /** ISO 8601, the file's own modification time. */
  readonly modified: string;
}

/** What is told of one document beside its row in the list. */
export interface DocumentDetails extends DocumentInfo {
  /** How often the reader had to be stopped on it since its content changed. */
  readonly timesStopped: number;
  /** Keys and values that it can be filtered by, in their order. */
  readonly meta: readonly MetaEntry[];
  readonly metaProblem: MetaProblem | null;
}

export interface Problem {
  readonly path: string;
  readonly state: DocumentState;
  readonly reason: DocumentReason;
  readonly message: string;
}
