// What is embedded in office files and books: the one door for all of them. Whatever an object is wrapped in is taken off, and it is
// a document where what comes out can be read.
import { AppError } from '../../../../shared/errors.js';
import { isOle } from '../office/ole.js';
import { openContainer as openOle } from '../office/ole-container.js';
import { extensionOf, type LoadableType, sniffType } from '../sniff-type.js';
import type { Container, RawChild } from './container.js';
import { type PackagedFile, unwrapPackage } from './ole-package.js';

/** An object as its format keeps it. */
export interface EmbeddedObject {
  /** Of its place in the file; `.bin` or no extension where it says nothing of what is inside. */
  readonly name: string;
  /** Null where there is nothing. @throws AppError with a document reason */
  readonly read: () => Promise<Uint8Array | null>;
}

/** Only what can be read: drawings, formulas and controls lie among them too, and nobody would look for those as files. */
export async function embeddedDocuments(objects: readonly EmbeddedObject[], heldBytes: number): Promise<Container> {
  const children: RawChild[] = [];
  for (const { name, read } of objects) {
    const find = async (): Promise<PackagedFile | null> => documentIn(await read(), name);
    const found = await find().catch((error: unknown) => unread(error, name));
    if (found === null) continue;
    children.push({
      name: found.name,
      sizeBytes: found.bytes.length,
      read: async () => (await find())?.bytes ?? new Uint8Array(),
    });
  }
  return { children, heldBytes };
}

/** What can't be had is there all the same: reading it says why. */
function unread(error: unknown, name: string): PackagedFile {
  if (error instanceof AppError) return { name, bytes: new Uint8Array() };
  throw error;
}

function documentIn(bytes: Uint8Array | null, name: string): PackagedFile | null {
  if (bytes === null || bytes.length === 0) return null;
  const type = sniffType(bytes, extensionOf(name));
  if (isOle(bytes)) return (isWholeOle(type) ? null : wrappedIn(bytes, name)) ?? wholeOle(bytes, type, name);
  // `oleObject1.bin` is never a text that is called so.
  return type === null || (type === 'txt' && extensionOf(name) === '') ? null : { name: named(name, type), bytes };
}

/** Word's, Excel's and PowerPoint's own older files are what they are, even where a package lies in them. */
function isWholeOle(type: LoadableType | null): boolean {
  return type === 'doc' || type === 'xls' || type === 'ppt' || type === 'msg';
}

function wholeOle(bytes: Uint8Array, type: LoadableType | null, name: string): PackagedFile | null {
  if (type === null || (type === 'xls' && isGraph(bytes))) return null;
  return { name: named(name, type), bytes };
}

/** Microsoft Graph keeps the numbers of a chart in a sheet: a picture all the same. */
function isGraph(bytes: Uint8Array): boolean {
  return openOle(bytes)('\u0001CompObj')?.includes('MSGraph') ?? false;
}

function wrappedIn(bytes: Uint8Array, name: string): PackagedFile | null {
  const stream = openOle(bytes);
  const packaged = stream('\u0001Ole10Native');
  if (packaged !== null) {
    const unwrapped = unwrapPackage(packaged);
    return unwrapped === null || sniffType(unwrapped.bytes, extensionOf(unwrapped.name)) === null ? null : unwrapped;
  }
  for (const usual of ['CONTENTS', 'Package', 'EmbeddedOdf']) {
    const content = stream(usual);
    const type = content === null ? null : sniffType(content, '');
    // Notes of a control are no document.
    if (content !== null && type !== null && type !== 'txt') return { name: named(name, type), bytes: content };
  }
  return null;
}

/** A name that says nothing of what is inside gets the extension that does. */
function named(name: string, type: LoadableType): string {
  if (name.toLowerCase().endsWith('.bin')) return `${name.slice(0, -4)}.${type}`;
  return extensionOf(name) === '' ? `${name}.${type}` : name;
}
