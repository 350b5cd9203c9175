// The streams of the older office files, through SheetJS's reader of their container.
import { CFB } from '@e965/xlsx';
import { z } from 'zod';
import { damagedError } from './office-errors.js';

const entrySchema = z.object({ content: z.union([z.instanceof(Uint8Array), z.array(z.number())]) });
const containerSchema = z.object({ FullPaths: z.array(z.string()), FileIndex: z.array(z.unknown()) });

/** Gives a stream by its name; null where there is none. @throws AppError `damaged` */
export function openContainer(bytes: Uint8Array): (name: string) => Buffer | null {
  const container = readContainer(bytes);
  return (name) => contentOf(CFB.find(container, `/${name}`));
}

/** The container with its folders: objects that are embedded in older office files each lie in a folder of their own. */
export interface OleTree {
  /** From the container's root, in the order of the file; folders end in `/`. */
  readonly paths: readonly string[];
  readonly stream: (path: string) => Buffer | null;
}

/** @throws AppError `damaged` */
export function openOleTree(bytes: Uint8Array): OleTree {
  const { FullPaths, FileIndex } = containerSchema.parse(readContainer(bytes));
  const root = FullPaths[0] ?? '';
  const paths = FullPaths.slice(1).map((path) => (path.startsWith(root) ? path.slice(root.length) : path));
  const places = new Map(paths.map((path, index) => [path, index + 1]));
  return { paths, stream: (path) => contentOf(FileIndex[places.get(path) ?? -1]) };
}

/** A folder of a container as a container of its own, as the program has it that opens the object. */
export function liftFolder({ paths, stream }: OleTree, folder: string): Uint8Array {
  const lifted: unknown = CFB.utils.cfb_new();
  for (const path of paths) {
    const content = path.startsWith(folder) ? stream(path) : null;
    // Names are not checked for being there already: a container has each once.
    if (content !== null) CFB.utils.cfb_add(lifted, path.slice(folder.length), content, { unsafe: true });
  }
  return new Uint8Array(CFB.write(lifted, { type: 'buffer' }) as Uint8Array);
}

/** A container of these streams. */
export function packContainer(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const container: unknown = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(container, name, content);
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

function contentOf(entry: unknown): Buffer | null {
  const found = entrySchema.safeParse(entry);
  return found.success ? Buffer.from(found.data.content) : null;
}

function readContainer(bytes: Uint8Array): unknown {
  try {
    return CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { type: 'buffer' });
  } catch (error) {
    throw damagedError(error);
  }
}
