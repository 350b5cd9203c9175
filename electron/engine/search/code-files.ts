// Coded vectors on disk: a file for each segment, and a description that says which of them are whole.
import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codesName } from '../store/generations.js';
import { CodeSegment } from './code-segment.js';
import type { GraphIdentity } from './graph-snapshot.js';
import { VectorCoder } from './vector-codes.js';

const formatVersion = 1;

interface SegmentDescription {
  readonly rows: number;
  readonly sha256: string;
}

interface Description extends GraphIdentity {
  readonly format: number;
  readonly segmentRows: number;
  /** Numbers of the coder's centre. */
  readonly centre: readonly number[];
  /** All vectors up to this one are in the segments or were removed. */
  readonly lastVectorId: number;
  readonly segments: readonly SegmentDescription[];
}

export interface CodeSnapshot {
  readonly coder: VectorCoder;
  readonly segments: readonly CodeSegment[];
  readonly lastVectorId: number;
}

export class CodeFiles {
  readonly #folder: string;
  readonly #identity: GraphIdentity;
  readonly #segmentRows: number | undefined;
  /** Hashes of the segments as they are on disk. */
  #written: readonly SegmentDescription[] = [];
  #segmentBytes = 0;

  /** @param segmentRows other than usual */
  constructor(folder: string, identity: GraphIdentity, segmentRows?: number) {
    this.#folder = folder;
    this.#identity = identity;
    this.#segmentRows = segmentRows;
  }

  /** A new coder for its files. */
  coder(centre: Float32Array): VectorCoder {
    return new VectorCoder(centre, this.#segmentRows);
  }

  get bytes(): number {
    return this.#written.length * this.#segmentBytes;
  }

  /** The segments up to the first that is not whole; null where there is nothing of just these vectors. */
  async read(untilOthersRan: () => Promise<void>): Promise<CodeSnapshot | null> {
    const description = await this.#description();
    if (description === null) return null;
    const coder = this.coder(Float32Array.from(description.centre));
    const segments: CodeSegment[] = [];
    for (const { rows, sha256 } of description.segments) {
      const segment = new CodeSegment(coder);
      const isRead = await readWhole(this.#segmentFile(segments.length), segment.content);
      if (!isRead || hashOf(segment.content) !== sha256) break;
      segment.filled(rows);
      this.#segmentBytes = segment.content.length;
      segments.push(segment);
      await untilOthersRan();
    }
    this.#written = description.segments.slice(0, segments.length);
    const isWhole = segments.length === description.segments.length;
    const lastVectorId = isWhole ? description.lastVectorId : (segments.at(-1)?.lastId ?? 0);
    return { coder, segments, lastVectorId };
  }

  /** Writes the segments that changed, and the description last. Nothing is to change in them meanwhile. */
  async write({ coder, segments, lastVectorId }: CodeSnapshot): Promise<void> {
    const written: SegmentDescription[] = [];
    for (const [at, segment] of segments.entries()) {
      const before = this.#written[at];
      if (segment.isChanged || before === undefined) {
        segment.isChanged = false;
        this.#segmentBytes = segment.content.length;
        await replaceFile(this.#segmentFile(at), segment.content);
        written.push({ rows: segment.rows, sha256: hashOf(segment.content) });
      } else written.push(before);
    }
    const description: Description = {
      ...this.#identity,
      format: formatVersion,
      segmentRows: coder.segmentRows,
      centre: [...coder.centre],
      lastVectorId,
      segments: written,
    };
    await replaceFile(this.#descriptionFile, Buffer.from(`${JSON.stringify(description)}\n`));
    this.#written = written;
  }

  async remove(): Promise<void> {
    this.#written = [];
    const name = codesName(this.#identity.generationId);
    for (const file of await readdir(this.#folder)) {
      if (file.startsWith(name)) await rm(join(this.#folder, file), { force: true });
    }
  }

  get #descriptionFile(): string {
    return join(this.#folder, codesName(this.#identity.generationId));
  }

  #segmentFile(at: number): string {
    return `${this.#descriptionFile}.${at}`;
  }

  async #description(): Promise<Description | null> {
    try {
      const found = JSON.parse(await readFile(this.#descriptionFile, 'utf8')) as Description;
      const { store, generationId, dimension, shift } = this.#identity;
      const isOurs =
        found.format === formatVersion &&
        found.store === store &&
        found.generationId === generationId &&
        found.dimension === dimension &&
        found.shift === shift &&
        found.centre.length === dimension &&
        found.segmentRows === this.coder(new Float32Array(dimension)).segmentRows;
      return isOurs ? found : null;
    } catch {
      // Missing, cut short by a crash or damaged: the same as none.
      return null;
    }
  }
}

function hashOf(memory: Uint8Array): string {
  return createHash('sha256').update(memory).digest('hex');
}

/** False where the file is not there, or has another length. */
async function readWhole(file: string, into: Uint8Array): Promise<boolean> {
  try {
    const handle = await open(file, 'r');
    try {
      if ((await handle.stat()).size !== into.length) return false;
      return (await handle.read(into, 0, into.length, 0)).bytesRead === into.length;
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  const temporary = `${file}.tmp`;
  await writeFile(temporary, content, { flush: true });
  await rename(temporary, file);
}
