// What is told of the documents inside a document, across the borders of processes.

export interface ChildEntry {
  /** Safe and unique in its parent: parts with `/` between them, none of them empty, `.` or `..`. Only ever a name. */
  readonly name: string;
  readonly sizeBytes: number;
  /** SHA-256; null where its bytes could not be had: reading it says why. */
  readonly contentHash: Uint8Array | null;
}

/** How much a file on disk may still hold. */
export interface ChildRoom {
  readonly children: number;
  readonly bytes: number;
}

export interface ChildList {
  readonly children: readonly ChildEntry[];
  /** How many were left out: they lie too deep, are too many, or too large together. */
  readonly left: number;
}

export const noChildren: ChildList = { children: [], left: 0 };
