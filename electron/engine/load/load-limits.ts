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
  /** A block of keys at the top of a document that is longer is not read as keys. */
  maxFrontMatterCharacters: 65_536,
  /** Of one document: values kept to filter by, and how deep its keys may be nested. */
  maxMetaValues: 500,
  maxMetaNesting: 8,
  /** Of one key and one value: longer keys are left out, longer values are cut. */
  maxMetaKeyCharacters: 200,
  maxMetaValueCharacters: 200,
  /** Header lines of one mail, and its parts. */
  maxMailHeaderBytes: mebibyte,
  maxMailParts: 1_000,
  /** Characters of a header line that is written, and messages in messages that are part of the text. */
  maxHeaderLineCharacters: 2_000,
  maxMessageDepth: 10,
  /** Messages of a mailbox that begin beyond it are left out with a note. */
  maxMailTextCharacters: 16_000_000,

  /** Documents inside one file on disk, counted over all levels, and their unpacked size. Beyond it they are left out with a note. */
  maxChildren: 10_000,
  maxChildrenBytes: 1024 * mebibyte,
  /** Files in files in …: deeper ones are left out with a note. */
  maxChildLevels: 5,
  /** A file in an archive over this size that grows more than `maxUnpackedRatio` times is a bomb. */
  minSuspectChildBytes: 4 * mebibyte,
  /** Unpacked containers and parts that the parse process holds between two questions. */
  maxHeldBytes: 96 * mebibyte,
  /** Of a name inside a file, and of one part of it: longer ones are cut. */
  maxNameCharacters: 1_000,
  maxNamePartCharacters: 200,
  /** Names of an archive that are written down as its text. */
  maxArchiveNames: 1_000,

  /** Office files and books: text beyond it is left out with a note. */
  maxOfficeTextCharacters: 16_000_000,
  /** Unpacked size of one part of a packed document, and of all its parts that are read. */
  maxPartBytes: 256 * mebibyte,
  maxUnpackedBytes: 512 * mebibyte,
  /** A part over `minSuspectPartBytes` that grows more than this many times is a bomb: real ones grow 5 to 60 times. */
  maxUnpackedRatio: 300,
  minSuspectPartBytes: 16 * mebibyte,
  /** A part whose whole tree of elements is held in memory; rows of sheets are read one by one and do not count here. */
  maxTreePartBytes: 96 * mebibyte,
  /** Entries of a packed document's directory that are looked at. */
  maxPackedParts: 65_536,
  /** Office XML that is nested deeper is not read. */
  maxXmlNesting: 500,
  /** Tables inside tables inside … beyond it are left out. */
  maxTableNesting: 20,
  /** A row that a spreadsheet repeats is written this often at most. */
  maxRepeatedRows: 100,
  /** Of one row of a spreadsheet: cells, characters of a cell (no program takes more) and characters. */
  maxRowCells: 16_384,
  maxCellCharacters: 32_767,
  maxRowCharacters: 500_000,
  /** Slides, sheets or chapters of a document that are read. */
  maxPackedPages: 20_000,

  /** Cells that a spreadsheet repeats are written this often at most. */
  maxRepeatedCells: 50,
  /** A style that builds on another that builds on … is followed this far. */
  maxInheritance: 20,
  /** Entries of the older container's directory. */
  maxOleEntries: 10_000,
  /** Of Word's older files: pages of formatting; of PowerPoint's: nesting of records, and earlier versions that are gone through. */
  maxFormattingPages: 100_000,
  maxRecordDepth: 100,
  maxEdits: 10_000,

  /** Times that a password is hashed to open an office file: Office does so 100,000 times. Others are not opened. */
  maxPasswordTurns: 1_000_000,

  /** A quoted cell longer than this is a stray quote: its record ends at the line's end. */
  maxQuotedCharacters: 100_000,
  /** Longer YAML is data of a machine, and is cut at blank lines and indents alone. */
  maxKeyedCharacters: 8_000_000,
  /** Outputs in a notebook that are longer are tables and logs of the machine: their start says what they are. */
  maxOutputCharacters: 4_000,
  /** The parser of XML takes ever longer for each element that is open: beyond this the file is no longer read. */
  maxOpenElements: 10_000,

  /** Of a PDF: entries of its outline, characters of one field, words that hyphens are judged by. */
  maxOutlineEntries: 5_000,
  maxFieldCharacters: 10_000,
  maxHyphenWords: 200_000,
  /** Longer documents are no forms, and looking at all their pages at once would take long. */
  maxFormPages: 500,
  /** Of a TIFF. */
  maxTiffPages: 1_000,
  /** A larger picture file is not even decoded: it would take half a gigabyte. */
  maxDecodedPixels: 60_000_000,
  /** A larger page is drawn coarser to be recognised. A4 at 300 dots an inch has 8.7 million. */
  maxDrawnPixels: 12_000_000,

  /** A document whose loader shows no progress (a page, a stage) for this long is given up. */
  maxQuietMs: 20_000,
  /** A document is given up after this long even if it moves on. */
  maxDocumentMs: 600_000,
  /** A new parse process must answer within this time, and is tried this often. */
  maxStartMs: 30_000,
  maxStarts: 3,
  /** A second parse process is ended when it had nothing to do for this long. */
  maxSpareMs: 60_000,
  /** Resident size at which the parse process is stopped. */
  maxResidentBytes: 700 * mebibyte,
  /** Text recognition: one step of a page (drawing it, reading it once) is given up after this long. */
  maxRecognitionQuietMs: 120_000,
  /** A page is given up after this long even if it moves on. */
  maxRecognitionMs: 300_000,
  /** Resident size at which the process that recognises is stopped. */
  maxRecognitionBytes: 1_200 * mebibyte,
  /** How often the parse process says how large it is, and how often its watcher looks. */
  watchIntervalMs: 500,
  /** The JavaScript heap's own cap (`--max-old-space-size`); above the resident limit, which says more when it is hit. */
  maxHeapMebibytes: 1_024,
} as const;

export type LoadLimits = { readonly [K in keyof typeof loadLimits]: number };

/** The two limits of time that follow from how many seconds a person gives a document. */
export function timeLimits(seconds: number): Pick<LoadLimits, 'maxQuietMs' | 'maxDocumentMs'> {
  const timesQuiet = loadLimits.maxDocumentMs / loadLimits.maxQuietMs;
  return { maxQuietMs: seconds * 1_000, maxDocumentMs: seconds * 1_000 * timesQuiet };
}
