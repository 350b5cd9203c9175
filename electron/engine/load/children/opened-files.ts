// What the parse process has open: files, and containers inside them, so that a thousand parts are not found by opening their
// file a thousand times. Everything stays in memory; nothing is ever unpacked to disk.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../../shared/errors.js';
import { checkFileSize } from '../check-size.js';
import { loadLimits } from '../load-limits.js';
import { type FileContent, readWholeFile } from '../read-file.js';
import { extensionOf, sniffType } from '../sniff-type.js';
import type { ChildEntry, ChildList, ChildRoom } from './child-entry.js';
import { safeName, UniqueNames } from './child-names.js';
import { type Container, openContainer, type RawChild } from './container.js';

export interface FilePlace {
  /** Absolute, of the file on disk. */
  readonly path: string;
  /** Names that lead to the document inside it; none for the file itself. */
  readonly inside: readonly string[];
}

interface Opened {
  readonly byName: ReadonlyMap<string, RawChild>;
  readonly heldBytes: number;
}

export class OpenedFiles {
  /** The one that was used last stands last. */
  readonly #opened = new Map<string, Opened>();

  /**
   * The bytes of a document, which a loader may take over.
   * @throws AppError as `readWholeFile` does; `vanished` for a part that is not there, or the reason why it can't be had
   */
  async read(place: FilePlace, signal: AbortSignal): Promise<FileContent> {
    const name = place.inside.at(-1);
    if (name === undefined) return readWholeFile(place.path);
    const outer = { path: place.path, inside: place.inside.slice(0, -1) };
    const child = (await this.#containerAt(outer, signal))?.byName.get(name);
    if (child === undefined)
      throw new AppError('vanished', 'The file that held this document has changed. Check it again.');
    checkFileSize(child.sizeBytes);
    // Whoever reads it may take the bytes over, and the opened file may give the same ones again.
    const bytes = new Uint8Array(await child.read());
    return { bytes, sizeBytes: bytes.length, contentHash: hashOf(bytes) };
  }

  /** What lies inside a document, as far as there is room for it. `bytes` are the document's own, and stay as they are. */
  async list(
    place: FilePlace,
    bytes: Uint8Array,
    {
      room,
      signal,
      onProgress,
    }: { readonly room: ChildRoom; readonly signal: AbortSignal; readonly onProgress: () => void },
  ): Promise<ChildList> {
    const opened = await this.#open(await keyOf(place), place, bytes, signal);
    const found = [...(opened?.byName ?? [])];
    if (place.inside.length >= loadLimits.maxChildLevels) return { children: [], left: found.length };
    const children: ChildEntry[] = [];
    let bytesLeft = room.bytes;
    for (const [name, child] of found) {
      const isTooLarge = child.sizeBytes > loadLimits.maxFileBytes;
      if (children.length >= room.children || (!isTooLarge && child.sizeBytes > bytesLeft)) break;
      signal.throwIfAborted();
      const entry = isTooLarge ? withoutContent(name, child) : await entryOf(name, child);
      if (entry.contentHash !== null) bytesLeft -= entry.sizeBytes;
      children.push(entry);
      onProgress();
    }
    return { children, left: found.length - children.length };
  }

  async #containerAt(place: FilePlace, signal: AbortSignal): Promise<Opened | null> {
    const key = await keyOf(place);
    const known = this.#opened.get(key);
    if (known !== undefined) {
      this.#opened.delete(key);
      this.#opened.set(key, known);
      return known;
    }
    const { bytes } = await this.read(place, signal);
    return this.#open(key, place, bytes, signal);
  }

  async #open(
    key: string,
    { path, inside }: FilePlace,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<Opened | null> {
    const name = inside.at(-1) ?? basename(path);
    const container = await openContainer(bytes, sniffType(bytes, extensionOf(name)), signal, name);
    if (container === null || container.children.length === 0) return null;
    const opened = { byName: named(container), heldBytes: container.heldBytes };
    this.#opened.delete(key);
    this.#opened.set(key, opened);
    this.#makeRoom();
    return opened;
  }

  /** The one in use is kept however large it is. */
  #makeRoom(): void {
    let held = [...this.#opened.values()].reduce((sum, { heldBytes }) => sum + heldBytes, 0);
    for (const [key, { heldBytes }] of this.#opened) {
      if (held <= loadLimits.maxHeldBytes || this.#opened.size === 1) return;
      this.#opened.delete(key);
      held -= heldBytes;
    }
  }
}

/** Another version of the file is another container. */
async function keyOf({ path, inside }: FilePlace): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return [path, stats?.size, stats?.mtimeNs, ...inside].join('\0');
}

function named({ children }: Container): ReadonlyMap<string, RawChild> {
  const names = new UniqueNames();
  return new Map(children.map((child) => [names.take(safeName(child.name) || 'unnamed'), child]));
}

async function entryOf(name: string, child: RawChild): Promise<ChildEntry> {
  const bytes = await child.read().catch((error: unknown) => {
    // Why it can't be had is said when it is read.
    if (error instanceof AppError) return null;
    throw error;
  });
  return bytes === null ? withoutContent(name, child) : { name, sizeBytes: bytes.length, contentHash: hashOf(bytes) };
}

function withoutContent(name: string, { sizeBytes }: RawChild): ChildEntry {
  return { name, sizeBytes, contentHash: null };
}

function hashOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}
