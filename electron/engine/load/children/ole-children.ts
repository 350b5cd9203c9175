// Documents embedded in Word's, Excel's and PowerPoint's older files: Word keeps each object in a folder below `ObjectPool`, Excel in a
// folder `MBD…` of its own, PowerPoint as a packed container in a record ([MS-DOC] 2.1.6, [MS-XLS] 2.1.7, [MS-PPT] 2.10.34).
import { inflateSync } from 'node:zlib';
import { AppError } from '../../../../shared/errors.js';
import { loadLimits } from '../load-limits.js';
import { isOle, oleStreams } from '../office/ole.js';
import { liftFolder, openContainer, openOleTree } from '../office/ole-container.js';
import { objectNumbersOf, openPpt, type PptRecord, recordTypes } from '../office/ppt/ppt-records.js';
import type { Container } from './container.js';
import { embeddedDocuments } from './embedded.js';

const objectFolder = /^(?:ObjectPool\/[^/]+|MBD[^/]*)\/$/i;
const noObjects: Container = { children: [], heldBytes: 0 };

/** Word's and Excel's. What is damaged or locked says so of itself. */
export async function oleChildren(bytes: Uint8Array): Promise<Container> {
  if (!holdsFolders(bytes)) return noObjects;
  const tree = openOleTree(bytes);
  const folders = tree.paths.filter((path) => objectFolder.test(path)).slice(0, loadLimits.maxChildren);
  const objects = folders.map((folder, index) => ({
    name: `Object ${index + 1}`,
    read: async () => liftFolder(tree, folder),
  }));
  return embeddedDocuments(objects, bytes.length);
}

/** A look at the directory: most files have no such folder, and need not be opened a second time. */
function holdsFolders(bytes: Uint8Array): boolean {
  return isOle(bytes) && [...oleStreams(bytes)].some((name) => name === 'objectpool' || name.startsWith('mbd'));
}

export async function pptChildren(bytes: Uint8Array): Promise<Container> {
  if (!isOle(bytes)) return noObjects;
  const stream = openContainer(bytes);
  const data = stream('PowerPoint Document');
  if (data === null) return noObjects;
  const { document, persisted } = openPpt(data, stream('Current User'));
  const objects = objectNumbersOf(document).map((number, index) => ({
    name: `Object ${index + 1}`,
    read: async () => unpackStorage(persisted(number)),
  }));
  return embeddedDocuments(objects, bytes.length);
}

/** Packed containers say first how large they are. @throws AppError `too-large`, `damaged` */
function unpackStorage(record: PptRecord | null): Uint8Array | null {
  if (record === null || record.type !== recordTypes.storage) return null;
  const { content, instance } = record;
  if (instance === 0) return content;
  const limit = Math.max(loadLimits.minSuspectChildBytes, content.length * loadLimits.maxUnpackedRatio);
  try {
    return inflateSync(content.subarray(4), { maxOutputLength: Math.min(limit, loadLimits.maxFileBytes) });
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? new AppError('too-large', 'This object unpacks to far more than it holds, and was not unpacked.', { cause })
      : new AppError('damaged', 'This object is damaged and could not be unpacked.', { cause });
  }
}
