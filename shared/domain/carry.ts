// A library that is carried to another machine in one file: what is in the file, and what was done.

export interface ExportReport {
  readonly documents: number;
  readonly chunks: number;
  readonly vectors: number;
  /** Size of the file. */
  readonly bytes: number;
  readonly withText: boolean;
}

/** A folder of an export. */
export interface CarriedFolder {
  /** As it was where the export was made. */
  readonly path: string;
  readonly isFile: boolean;
  readonly collection: string;
  readonly documents: number;
  /** Whether there is such a folder, or file, under this path on this machine. */
  readonly isHere: boolean;
}

/** What an export says of itself. */
export interface ExportSummary {
  /** ISO 8601 */
  readonly made: string;
  readonly withText: boolean;
  readonly documents: number;
  readonly chunks: number;
  readonly vectors: number;
  readonly folders: readonly CarriedFolder[];
}

/** `from`: a folder of the export, or one that holds some of them; `to`: where that lies on this machine, absolute. */
export interface FolderMapping {
  readonly from: string;
  readonly to: string;
}

/** How far an export, a look into one, or an import is. Absolute numbers, so that a missed event does no harm. */
export interface CarryProgress {
  readonly kind: 'export' | 'inspect' | 'import';
  /** Of `total`, in a unit that says nothing by itself. */
  readonly done: number;
  readonly total: number;
  /** Null while it cannot be told. */
  readonly secondsLeft: number | null;
}

export interface ImportReport {
  readonly documents: number;
  readonly chunks: number;
  readonly vectors: number;
  readonly withText: boolean;
  readonly folders: readonly {
    /** Where the export was made. */
    readonly from: string;
    /** In this library. */
    readonly path: string;
    readonly documents: number;
    /** It is not on this machine (yet): its documents are marked so. */
    readonly isOffline: boolean;
  }[];
}
