// What is embedded in OpenDocument files: documents of its own kind lie in folders of the package, all others in files beside them.
import { loadLimits } from '../load-limits.js';
import { openOdfPackage } from '../office/odf/odf-file.js';
import { findElements } from '../office/xml-names.js';
import { isZip } from '../office/zip-entries.js';
import { ZipPackage } from '../office/zip-package.js';
import type { Container } from './container.js';
import { type EmbeddedObject, embeddedDocuments } from './embedded.js';
import { packZip } from './pack-zip.js';

/** Charts and formulas are pictures of something; these are read. */
const readKinds =
  /^application\/vnd\.(?:oasis\.opendocument|sun\.xml)\.(?:text|spreadsheet|presentation|graphics|writer|calc|impress|draw)/;
/** The document's own parts. Objects have no other extension than that of what they are. */
const ownParts = /^(?:mimetype|layout-cache|[^/]*\.(?:xml|rdf|png|jpe?g|gif|svg|bmp|svm|wmf|emf))$/i;

/** None of flat files: their objects are only pictures there. A package that is locked says so of itself. */
export async function odfChildren(bytes: Uint8Array): Promise<Container> {
  if (!isZip(bytes)) return { children: [], heldBytes: 0 };
  const parts = await openOdfPackage(bytes);
  const kinds = new Map(
    findElements(await parts.tree('META-INF/manifest.xml'), 'manifest:file-entry').map(({ attributes }) => [
      (attributes['full-path'] ?? '').replace(/^\.\//, ''),
      attributes['media-type'] ?? '',
    ]),
  );
  const folders = outermost(parts.names.filter((name) => /.\/content\.xml$/.test(name)).map(folderOf));
  const documents = folders.flatMap((folder): readonly EmbeddedObject[] => {
    const kind = kinds.get(folder) ?? '';
    return readKinds.test(kind) ? [{ name: folder.slice(0, -1), read: () => liftDocument(bytes, folder, kind) }] : [];
  });
  const files = parts.names
    .filter((name) => !name.includes('/') && !ownParts.test(name))
    .map((name) => ({ name, read: async () => new ZipPackage(bytes).read(name) }));
  return embeddedDocuments([...documents, ...files].slice(0, loadLimits.maxChildren), bytes.length);
}

function folderOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1);
}

/** What lies in an object of an object is found in that. */
function outermost(folders: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const folder of [...folders].sort()) if (!folder.startsWith(found.at(-1) ?? '/')) found.push(folder);
  return found;
}

/** The folder as a package of its own, with the kind that its manifest gives it. */
async function liftDocument(bytes: Uint8Array, folder: string, kind: string): Promise<Uint8Array> {
  const parts = new ZipPackage(bytes);
  const files: { name: string; content: Uint8Array }[] = [{ name: 'mimetype', content: Buffer.from(kind) }];
  for (const name of parts.names) {
    const content = name.startsWith(folder) && !name.endsWith('/') ? await parts.read(name) : null;
    if (content !== null) files.push({ name: name.slice(folder.length), content });
  }
  return packZip(files);
}
