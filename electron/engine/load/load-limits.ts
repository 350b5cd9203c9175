// Every limit that a document must keep, in one place. Documents are hostile input: whatever breaks one of these is listed, not read.

const mebibyte = 1024 * 1024;

export const loadLimits = {
  /** Largest file that is read at all (the formats with pages). */
  maxFileBytes: 200 * mebibyte,
  /** Largest file of the formats that are text: it stands in memory several times while it is decoded. */
  maxTextFileBytes: 64 * mebibyte,
  /** Text beyond it is left out with a note. Below 2^24, so that a layout's float32 numbers hold every offset exactly. */
  maxPdfTextCharacters: 16_000_000,
  /** Pages beyond it are left out with a note. */
  maxPages: 5_000,
  /** Markdown up to this length is parsed, longer text is scanned line by line (a parser reads a few hundred kB a second). */
  maxMarkdownParseCharacters: 600_000,
  /** Nesting beyond it is written on one line (JSON) or ignored (HTML, Markdown). */
  maxNesting: 100,
  /** Heading paths keep this many levels and this many characters of each heading. */
  maxHeadingLevels: 6,
  maxHeadingCharacters: 200,
  /** Column names kept as the context of each row. */
  maxContextCharacters: 500,
  /** Header lines of one mail, and its parts. */
  maxMailHeaderBytes: mebibyte,
  maxMailParts: 1_000,
  /** Messages of a mailbox that begin beyond it are left out with a note. */
  maxMailTextCharacters: 16_000_000,

  /** A document whose loader shows no progress (a page, a stage) for this long is given up. */
  maxQuietMs: 20_000,
  /** A document is given up after this long even if it moves on. */
  maxDocumentMs: 600_000,
  /** A new parse process must answer within this time. */
  maxStartMs: 30_000,
  /** Resident size at which the parse process is stopped. */
  maxResidentBytes: 700 * mebibyte,
  /** How often the parse process says how large it is, and how often its watcher looks. */
  watchIntervalMs: 500,
  /** The JavaScript heap's own cap (`--max-old-space-size`); above the resident limit, which says more when it is hit. */
  maxHeapMebibytes: 1_024,
} as const;

export type LoadLimits = { readonly [K in keyof typeof loadLimits]: number };
