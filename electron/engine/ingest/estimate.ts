// From files to minutes: how many tokens they will hold, and how fast this machine reads and embeds.

/** As measured in runs of this library; null before the first. */
export interface MeasuredSpeed {
  readonly tokensPerSecond: number;
  /** Files read to words. */
  readonly bytesPerSecond: number;
}

/** What the library holds of one type of file. */
export interface TypeDensity {
  readonly type: string;
  readonly documents: number;
  readonly bytes: number;
  readonly chunks: number;
}

export interface FileSum {
  readonly files: number;
  readonly bytes: number;
}

/** Before anything was measured: a laptop of some years with two cores. */
export const usualSpeed: MeasuredSpeed = { tokensPerSecond: 1_000, bytesPerSecond: 3_000_000 };
/** A passage with its context, as the chunker makes them on average. */
export const usualTokensPerChunk = 115;
/** Bytes of a file for one token, by type. Text is dense; what holds pictures, layout or packed text is not. */
const usualBytesPerToken: Readonly<Record<string, number>> = {
  pdf: 120,
  docx: 40,
  doc: 60,
  odt: 40,
  pptx: 800,
  ppt: 800,
  odp: 800,
  epub: 20,
  eml: 30,
  msg: 60,
  html: 14,
  htm: 14,
  xlsx: 8,
  jpg: Number.POSITIVE_INFINITY,
  jpeg: Number.POSITIVE_INFINITY,
  png: Number.POSITIVE_INFINITY,
  tif: Number.POSITIVE_INFINITY,
  tiff: Number.POSITIVE_INFINITY,
};
const bytesPerTokenOfText = 4.5;
/** Fewer documents say nothing yet of what others of their type will hold. */
const documentsToTrust = 20;

/**
 * Seconds until files of these types can be found by meaning: they are read one after the other, then embedded.
 * @param sums of the files, by type (an extension in lower case)
 */
export function secondsFor(
  sums: ReadonlyMap<string, FileSum>,
  densities: readonly TypeDensity[],
  measured: MeasuredSpeed | null,
): number {
  const speed = measured ?? usualSpeed;
  const known = new Map(densities.map((density) => [density.type, density]));
  let seconds = 0;
  for (const [type, { bytes }] of sums) {
    seconds += bytes / speed.bytesPerSecond + (bytes * tokensPerByte(type, known.get(type))) / speed.tokensPerSecond;
  }
  return Math.round(seconds);
}

function tokensPerByte(type: string, density: TypeDensity | undefined): number {
  if (density !== undefined && density.documents >= documentsToTrust && density.bytes > 0) {
    return (density.chunks * usualTokensPerChunk) / density.bytes;
  }
  return 1 / (usualBytesPerToken[type] ?? bytesPerTokenOfText);
}

/** The speed after a run, between what was known and what it showed: one odd run moves it by half. */
export function speedAfter(before: MeasuredSpeed | null, seen: Partial<MeasuredSpeed>): MeasuredSpeed {
  const mix = (old: number, fresh: number | undefined): number =>
    fresh === undefined ? old : before === null ? fresh : (old + fresh) / 2;
  const base = before ?? usualSpeed;
  return {
    tokensPerSecond: mix(base.tokensPerSecond, seen.tokensPerSecond),
    bytesPerSecond: mix(base.bytesPerSecond, seen.bytesPerSecond),
  };
}
