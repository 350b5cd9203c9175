// One door to what lies inside a file: an archive's files, a message's attachments, what is embedded in a PDF or an office file.
import type { LoadableType } from '../sniff-type.js';

/** A part as its format tells of it. */
export interface RawChild {
  /** As it stands in the file: anything at all. */
  readonly name: string;
  /** Unpacked. */
  readonly sizeBytes: number;
  /** May be a view of the bytes that were given. @throws AppError with a document reason */
  readonly read: () => Promise<Uint8Array>;
}

export interface Container {
  readonly children: readonly RawChild[];
  /** What it holds in memory. */
  readonly heldBytes: number;
}

type ChildReader = (bytes: Uint8Array, signal: AbortSignal, name: string) => Promise<Container>;

/** Read into memory when the first such file comes. */
const readers: Partial<Readonly<Record<LoadableType, ChildReader>>> = {
  zip: async (bytes) => (await import('./zip-children.js')).zipChildren(bytes),
  tar: async (bytes) => {
    const { containerOf, tarFilesIn } = await import('./unpacked-archive.js');
    return containerOf(tarFilesIn(bytes));
  },
  gz: async (bytes, _signal, name) => {
    const { containerOf, gzipFilesIn } = await import('./unpacked-archive.js');
    return containerOf(gzipFilesIn(bytes, name));
  },
  eml: async (bytes) => (await import('./mail-children.js')).emlChildren(bytes),
  mbox: async (bytes, signal) => (await import('./mail-children.js')).mboxChildren(bytes, signal),
  msg: async (bytes) => (await import('./msg-children.js')).msgChildren(bytes),
  tnef: async (bytes) => (await import('./tnef-children.js')).tnefChildren(bytes),
  pdf: async (bytes) => (await import('./pdf-children.js')).pdfChildren(bytes),
  docx: async (bytes) => (await import('./office-children.js')).officeChildren(bytes),
  pptx: async (bytes) => (await import('./office-children.js')).officeChildren(bytes),
  xlsx: async (bytes) => (await import('./office-children.js')).officeChildren(bytes),
  xlsb: async (bytes) => (await import('./office-children.js')).officeChildren(bytes),
  doc: async (bytes) => (await import('./ole-children.js')).oleChildren(bytes),
  xls: async (bytes) => (await import('./ole-children.js')).oleChildren(bytes),
  ppt: async (bytes) => (await import('./ole-children.js')).pptChildren(bytes),
  rtf: async (bytes) => (await import('./rtf-children.js')).rtfChildren(bytes),
  odt: async (bytes) => (await import('./odf-children.js')).odfChildren(bytes),
  odp: async (bytes) => (await import('./odf-children.js')).odfChildren(bytes),
  ods: async (bytes) => (await import('./odf-children.js')).odfChildren(bytes),
  epub: async (bytes) => (await import('./book-children.js')).bookChildren(bytes),
};

/** Null where files of this kind hold no documents. `bytes` stay as they are. `name`: of the file. */
export async function openContainer(
  bytes: Uint8Array,
  type: LoadableType | null,
  signal: AbortSignal,
  name: string,
): Promise<Container | null> {
  const reader = type === null ? undefined : readers[type];
  return reader === undefined ? null : reader(bytes, signal, name);
}
