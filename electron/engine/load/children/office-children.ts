// Documents embedded in office files of today: parts of the package, kept as they are or wrapped.
import { unlockPackage } from '../office/lock/unlock-office.js';
import { isLockedPackage, isOle } from '../office/ole.js';
import { ZipPackage } from '../office/zip-package.js';
import type { Container } from './container.js';
import { embeddedDocuments } from './embedded.js';

const embedded = /(?:^|\/)embeddings\/[^/]+$/i;

/** None of what is no package, or needs a password that a person gives: that is said of the file itself. */
export async function officeChildren(bytes: Uint8Array): Promise<Container> {
  const opened = isLockedPackage(bytes) ? openedBytes(bytes) : bytes;
  if (opened === null || isOle(opened)) return { children: [], heldBytes: 0 };
  return embeddedParts(
    opened,
    new ZipPackage(opened).names.filter((name) => embedded.test(name)),
  );
}

function openedBytes(bytes: Uint8Array): Uint8Array | null {
  const unlocking = unlockPackage(bytes, []);
  return unlocking.kind === 'opened' ? unlocking.bytes : null;
}

/** Each part is read through a package of its own, so that limits on all parts together are those of one. */
export function embeddedParts(bytes: Uint8Array, names: readonly string[]): Promise<Container> {
  const objects = names.map((path) => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    read: async () => new ZipPackage(bytes).read(path),
  }));
  return embeddedDocuments(objects, bytes.length);
}
