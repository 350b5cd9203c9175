// Namespaces of office formats, each with the prefix that this code calls it by, and small questions to a tree of elements.
import type { XmlElement } from './xml.js';

/** Both the transitional and the strict edition of OOXML, and the XML that Office wrote before. */
const prefixes: ReadonlyMap<string, string> = new Map(
  [
    ['w', '//schemas.openxmlformats.org/wordprocessingml/2006/main', '//purl.oclc.org/ooxml/wordprocessingml/main'],
    ['w', '//schemas.microsoft.com/office/word/2003/wordml'],
    ['x', '//schemas.openxmlformats.org/spreadsheetml/2006/main', '//purl.oclc.org/ooxml/spreadsheetml/main'],
    ['p', '//schemas.openxmlformats.org/presentationml/2006/main', '//purl.oclc.org/ooxml/presentationml/main'],
    ['a', '//schemas.openxmlformats.org/drawingml/2006/main', '//purl.oclc.org/ooxml/drawingml/main'],
    ['c', '//schemas.openxmlformats.org/drawingml/2006/chart', '//purl.oclc.org/ooxml/drawingml/chart'],
    ['dgm', '//schemas.openxmlformats.org/drawingml/2006/diagram', '//purl.oclc.org/ooxml/drawingml/diagram'],
    ['m', '//schemas.openxmlformats.org/officeDocument/2006/math', '//purl.oclc.org/ooxml/officeDocument/math'],
    ['r', '//schemas.openxmlformats.org/officeDocument/2006/relationships'],
    ['r', '//purl.oclc.org/ooxml/officeDocument/relationships'],
    ['mc', '//schemas.openxmlformats.org/markup-compatibility/2006'],
    ['xdr', '//schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'],
    ['xdr', '//purl.oclc.org/ooxml/drawingml/spreadsheetDrawing'],
    ['v', 'urn:schemas-microsoft-com:vml'],
    ['rel', '//schemas.openxmlformats.org/package/2006/relationships'],
    ['pkg', '//schemas.microsoft.com/office/2006/xmlPackage'],
    ['dc', '//purl.org/dc/elements/1.1/'],
    ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0', '//openoffice.org/2000/office'],
    ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0', '//openoffice.org/2000/text'],
    ['table', 'urn:oasis:names:tc:opendocument:xmlns:table:1.0', '//openoffice.org/2000/table'],
    ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', '//openoffice.org/2000/drawing'],
    ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0', '//openoffice.org/2000/style'],
    ['presentation', 'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0', '//openoffice.org/2000/presentation'],
    ['manifest', 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'],
    ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
    ['opf', '//www.idpf.org/2007/opf', '//openebook.org/namespaces/oeb-package/1.0/'],
    ['container', 'urn:oasis:names:tc:opendocument:xmlns:container'],
    ['ncx', '//www.daisy.org/z3986/2005/ncx/'],
    ['enc', '//www.w3.org/2001/04/xmlenc#'],
    ['crypt', '//schemas.microsoft.com/office/2006/encryption'],
    ['crypt', '//schemas.microsoft.com/office/2006/keyEncryptor/password'],
    ['xhtml', '//www.w3.org/1999/xhtml'],
  ].flatMap(([prefix = '', ...uris]) => uris.map((uri): readonly [string, string] => [uri, prefix])),
);

/** The prefix that stands for a namespace here; null for those that nothing asks for. */
export function prefixOf(uri: string): string | null {
  return prefixes.get(uri.trim().replace(/^https?:/, '')) ?? null;
}

export function childrenOf(element: XmlElement | null, name?: string): readonly XmlElement[] {
  if (element === null) return [];
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  if (element === null) return null;
  for (const child of element.children) if (typeof child !== 'string' && child.name === name) return child;
  return null;
}

/** The first element of that name at any depth, in document order. Depth is bounded by the parser. */
export function findElement(root: XmlElement | null, name: string): XmlElement | null {
  if (root === null) return null;
  for (const child of root.children) {
    if (typeof child === 'string') continue;
    const found = child.name === name ? child : findElement(child, name);
    if (found !== null) return found;
  }
  return null;
}

/** All elements of that name at any depth, in document order; looks not inside those that it found. */
export function findElements(root: XmlElement | null, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (child.name === name) found.push(child);
      else visit(child);
    }
  };
  if (root !== null) visit(root);
  return found;
}

/** All text below an element as it stands. */
export function rawText(element: XmlElement | null): string {
  if (element === null) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('');
}

/** `val` of a property such as `<w:b/>`: present without a value means yes. */
export function isOn(property: XmlElement | null): boolean {
  if (property === null) return false;
  return !['0', 'false', 'off', 'none'].includes(property.attributes.val ?? '');
}
