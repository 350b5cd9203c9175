// An export from its first byte to its last: every part checked for itself, against those before it, and the whole against its hash.
import { z } from 'zod';
import { AppError } from '../../../../shared/errors.js';
import { untilOthersRan } from '../../workers/until-others-ran.js';
import type { NewVector } from '../store-methods.js';
import { isUnitVector, vectorOfBlob } from '../vector-blob.js';
import {
  type CarriedChunk,
  type CarriedDocument,
  type CarriedLayout,
  type CarriedPage,
  type CarriedRow,
  chunkSchema,
  documentSchema,
  layoutSchema,
  recognisedSchema,
} from './carried-document.js';
import type { CarryMeter } from './carry-meter.js';
import { exportDamaged } from './export-errors.js';
import { type ExportHeader, endSchema, hashBytes } from './export-format.js';
import { ExportFile, type Frame, parsed } from './export-reader.js';
import { isPlainPath, isRecordsRoot } from './folder-places.js';

/** Who is told what is in an export, in its order. What was told counts only when {@link readExport} resolves. */
export interface ExportSink {
  readonly vectors?: (vectors: readonly NewVector[]) => void;
  readonly document?: (document: CarriedDocument) => void;
  readonly recognised?: (pages: readonly CarriedPage[]) => void;
}

/**
 * @param begin is told the header, and says what is to be done with the rest
 * @throws AppError `export-damaged`, `library-newer`, `wrong-use`, `cancelled`, and what the sink throws
 */
export async function readExport(
  path: string,
  begin: (header: ExportHeader) => ExportSink,
  signal?: AbortSignal,
  meter?: CarryMeter,
): Promise<ExportHeader> {
  const file = await ExportFile.open(path);
  try {
    const header = await file.header();
    await new ExportWalk(file, header, begin(header)).run(signal, meter);
    return header;
  } finally {
    await file.close();
  }
}

class ExportWalk {
  readonly #file: ExportFile;
  readonly #header: ExportHeader;
  readonly #sink: ExportSink;
  readonly #counts = { documents: 0, chunks: 0, vectors: 0 };
  readonly #perFolder: number[];
  #last: { readonly folder: number; readonly path: Buffer } = { folder: 0, path: Buffer.alloc(0) };

  constructor(file: ExportFile, header: ExportHeader, sink: ExportSink) {
    this.#file = file;
    this.#header = header;
    this.#sink = sink;
    this.#perFolder = header.folders.map(() => 0);
  }

  async run(signal: AbortSignal | undefined, meter: CarryMeter | undefined): Promise<void> {
    for (let frame = await this.#file.next(); ; frame = await this.#file.next()) {
      if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
      meter?.(this.#file.at, this.#file.size);
      if (frame.kind === 'end') return this.#end(frame);
      if (frame.kind === 'vectors') this.#vectors(frame);
      else if (frame.kind === 'document') await this.#document(frame);
      else if (frame.kind === 'recognised') this.#recognised(frame);
      else throw exportDamaged('its parts are in disorder');
      await untilOthersRan();
    }
  }

  #vectors({ bytes }: Frame): void {
    const { dimension } = this.#header;
    const rowBytes = hashBytes + dimension * 4;
    if (bytes.byteLength % rowBytes !== 0 || this.#counts.documents > 0)
      throw exportDamaged('its vectors are unreadable');
    const vectors: NewVector[] = [];
    for (let at = 0; at < bytes.byteLength; at += rowBytes) {
      const inputHash = Uint8Array.from(bytes.subarray(at, at + hashBytes));
      const vector = vectorOfBlob(bytes.subarray(at + hashBytes, at + rowBytes));
      if (!isUnitVector(vector, dimension)) throw exportDamaged('a vector in it is none');
      vectors.push({ inputHash, vector });
    }
    this.#counts.vectors += vectors.length;
    this.#sink.vectors?.(vectors);
  }

  async #document(frame: Frame): Promise<void> {
    const row = parsed(frame, documentSchema);
    this.#checkPlace(row);
    const { withText } = this.#header;
    if (!withText && (row.textLength > 0 || row.layouts > 0 || row.hasBlocks === true))
      throw exportDamaged('it holds text that it should not');
    const text = await this.#text(row.textLength);
    const chunks: CarriedChunk[] = [];
    while (chunks.length < row.chunks)
      chunks.push(...parsed(await this.#expect('chunks'), z.array(chunkSchema).min(1)));
    const layouts: CarriedLayout[] = [];
    while (layouts.length < row.layouts) {
      layouts.push(...parsed(await this.#expect('layouts'), z.array(layoutSchema).min(1)));
    }
    if (chunks.length !== row.chunks || layouts.length !== row.layouts) throw exportDamaged('its counts do not agree');
    if (withText && chunks.length > 0 !== (text !== ''))
      throw exportDamaged('a text has no passages, or passages no text');
    const blocks = row.hasBlocks === true ? Uint8Array.from((await this.#expect('blocks')).bytes) : null;
    this.#counts.documents += 1;
    this.#counts.chunks += chunks.length;
    this.#sink.document?.({ row, text, chunks, layouts, blocks });
  }

  async #text(length: number): Promise<string> {
    const parts: string[] = [];
    for (let found = 0; found < length; ) {
      const part = (await this.#expect('text')).bytes.toString('utf8');
      if (part === '' || found + part.length > length) throw exportDamaged('a text has another length than it says');
      parts.push(part);
      found += part.length;
    }
    return parts.join('');
  }

  #recognised(frame: Frame): void {
    if (!this.#header.withText) throw exportDamaged('it holds text that it should not');
    this.#sink.recognised?.(parsed(frame, z.array(recognisedSchema)));
  }

  async #expect(kind: Frame['kind']): Promise<Frame> {
    const frame = await this.#file.next();
    if (frame.kind !== kind) throw exportDamaged('its parts are in disorder');
    return frame;
  }

  /** Each place once, in order, below its folder: what a path of a stranger's may not do is lead out of it. */
  #checkPlace({ folder, relativePath }: CarriedRow): void {
    const root = this.#header.folders[folder];
    const path = Buffer.from(relativePath, 'utf8');
    const isNext =
      folder > this.#last.folder || (folder === this.#last.folder && Buffer.compare(this.#last.path, path) < 0);
    if (root === undefined || !isNext) throw exportDamaged('its documents are in disorder');
    if (!isRecordsRoot(root.path) && !isPlainPath(relativePath))
      throw exportDamaged('a document has a place outside its folder');
    this.#last = { folder, path };
    this.#perFolder[folder] = (this.#perFolder[folder] ?? 0) + 1;
  }

  #end(frame: Frame): void {
    const { counts, sha256 } = parsed(frame, endSchema);
    if (sha256 !== frame.hashBefore || !this.#file.isAtEnd)
      throw exportDamaged('it has been changed since it was made');
    const header = this.#header;
    const isCounted = (['documents', 'chunks', 'vectors'] as const).every(
      (name) => counts[name] === this.#counts[name] && header.counts[name] === this.#counts[name],
    );
    const isPerFolder = header.folders.every(({ documents }, at) => documents === this.#perFolder[at]);
    if (!isCounted || !isPerFolder) throw exportDamaged('its counts do not agree');
  }
}
