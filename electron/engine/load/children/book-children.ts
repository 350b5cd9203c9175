// Documents that a book brings along beside its chapters: worksheets, tables, the same book as PDF.
import { officeTypeOfExtension } from '../office/sniff-office.js';
import { ZipPackage } from '../office/zip-package.js';
import { extensionOf } from '../sniff-type.js';
import type { Container } from './container.js';
import { embeddedParts } from './office-children.js';

export async function bookChildren(bytes: Uint8Array): Promise<Container> {
  return embeddedParts(bytes, new ZipPackage(bytes).names.filter(isDocument));
}

/** By name: pages, styles, pictures and fonts are the book itself. */
function isDocument(name: string): boolean {
  const extension = extensionOf(name);
  return extension === 'pdf' || extension === 'csv' || officeTypeOfExtension(extension) !== null;
}
