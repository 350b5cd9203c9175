// Documents embedded in office files: kept as they are, or wrapped in the older container.

import { isOle } from '../office/ole.js';
import { openContainer as openOle } from '../office/ole-container.js';
import { ZipPackage } from '../office/zip-package.js';
import { extensionOf, sniffType } from '../sniff-type.js';
import type { Container, RawChild } from './container.js';
import { unwrapPackage } from './ole-package.js';

const embedded = /(?:^|\/)embeddings\/[^/]+$/i;

/** Only what can be read: drawings, formulas and controls lie among them too, and nobody would look for those as files. */
export async function officeChildren(bytes: Uint8Array): Promise<Container> {
  // What is no package, or needs a password, says so of itself.
  const names = packageNames(bytes);
  const children: RawChild[] = [];
  for (const path of names) {
    const find = async (): Promise<Embedded | null> =>
      documentIn(await readPart(bytes, path), path.slice(path.lastIndexOf('/') + 1));
    const found = await find();
    if (found === null) continue;
    children.push({
      name: found.name,
      sizeBytes: found.bytes.length,
      read: async () => (await find())?.bytes ?? new Uint8Array(),
    });
  }
  return { children, heldBytes: bytes.length };
}

function packageNames(bytes: Uint8Array): readonly string[] {
  return isOle(bytes) ? [] : new ZipPackage(bytes).names.filter((name) => embedded.test(name));
}

/** Each part is read through a package of its own, so that limits on all parts together are those of one. */
async function readPart(bytes: Uint8Array, name: string): Promise<Uint8Array | null> {
  return new ZipPackage(bytes).read(name);
}

interface Embedded {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function documentIn(bytes: Uint8Array | null, name: string): Embedded | null {
  if (bytes === null || bytes.length === 0) return null;
  const type = sniffType(bytes, extensionOf(name));
  // `oleObject1.bin` is never a text that is called so.
  if (type !== null && type !== 'msg' && !(isOle(bytes) && type === 'docx')) return { name: named(name, type), bytes };
  return isOle(bytes) ? wrappedIn(bytes, name) : null;
}

function wrappedIn(bytes: Uint8Array, name: string): Embedded | null {
  const stream = openOle(bytes);
  const packaged = stream('\u0001Ole10Native');
  if (packaged !== null) {
    const unwrapped = unwrapPackage(packaged);
    return unwrapped === null || sniffType(unwrapped.bytes, extensionOf(unwrapped.name)) === null ? null : unwrapped;
  }
  for (const usual of ['CONTENTS', 'Package']) {
    const content = stream(usual);
    const type = content === null ? null : sniffType(content, '');
    // Notes of a control are no document.
    if (content !== null && type !== null && type !== 'txt') return { name: named(name, type), bytes: content };
  }
  return null;
}

/** A name that says nothing of what is inside gets the extension that does. */
function named(name: string, type: string): string {
  return name.toLowerCase().endsWith('.bin') ? `${name.slice(0, -4)}.${type}` : name;
}
