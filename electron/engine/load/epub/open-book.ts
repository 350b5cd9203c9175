// A book's package: which parts are its chapters, in which order, and what they and the book are called.
import { folderOf, resolvePart } from '../office/relationships.js';
import type { XmlElement } from '../office/xml.js';
import { childOf, childrenOf, findElement, findElements, rawText } from '../office/xml-names.js';
import type { ZipPackage } from '../office/zip-package.js';

export interface Chapter {
  readonly part: string;
  /** Its name in the table of contents. */
  readonly label: string | null;
}

export interface Book {
  readonly chapters: readonly Chapter[];
  /** '' where none is given. */
  readonly title: string;
  /** Lower-case names of the parts that a shop's lock keeps closed. */
  readonly lockedParts: ReadonlySet<string>;
}

/** Fonts are often scrambled so that nobody takes them out of a book; its text is open. */
const fontScrambling = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

export async function openBook(parts: ZipPackage): Promise<Book> {
  const packagePart = await findPackage(parts);
  const tree = packagePart === null ? null : await parts.tree(packagePart);
  const folder = folderOf(packagePart ?? '');
  const items = new Map(
    findElements(tree, 'opf:item').map(({ attributes }) => [
      attributes.id ?? '',
      { part: resolvePart(folder, attributes.href ?? ''), properties: attributes.properties ?? '' },
    ]),
  );
  const spine = findElement(tree, 'opf:spine');
  const order = childrenOf(spine, 'opf:itemref').flatMap(({ attributes }) => {
    const part = items.get(attributes.idref ?? '')?.part;
    return part !== undefined && parts.has(part) ? [part] : [];
  });
  const contents =
    [...items.values()].find(({ properties }) => /\bnav\b/.test(properties))?.part ??
    items.get(spine?.attributes.toc ?? '')?.part ??
    null;
  const labels = await labelsOf(parts, contents);
  const chapters = (order.length > 0 ? order : pagesOf(parts)).map((part) => ({
    part,
    label: labels.get(part.toLowerCase()) ?? null,
  }));
  const title = rawText(findElement(findElement(tree, 'opf:metadata') ?? tree, 'dc:title'));
  return { chapters, title: title.replace(/\s+/g, ' ').trim(), lockedParts: await lockedParts(parts) };
}

async function findPackage(parts: ZipPackage): Promise<string | null> {
  const container = await parts.tree('META-INF/container.xml');
  const told = findElement(container, 'container:rootfile')?.attributes['full-path'];
  if (told !== undefined && parts.has(told)) return told;
  return parts.names.find((name) => name.toLowerCase().endsWith('.opf')) ?? null;
}

/** Without an order, the pages in the order of the file. */
function pagesOf(parts: ZipPackage): readonly string[] {
  return parts.names.filter((name) => /\.x?html?$/i.test(name));
}

async function labelsOf(parts: ZipPackage, contents: string | null): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  const tree = contents === null ? null : await parts.tree(contents);
  const folder = folderOf(contents ?? '');
  const add = (target: string, label: string): void => {
    const part = resolvePart(folder, target).toLowerCase();
    const words = label.replace(/\s+/g, ' ').trim();
    if (words !== '' && !labels.has(part)) labels.set(part, words);
  };
  for (const point of allPoints(tree)) {
    const target = childOf(point, 'ncx:content')?.attributes.src;
    if (target !== undefined) add(target, rawText(childOf(point, 'ncx:navLabel')));
  }
  for (const link of findElements(tree, 'xhtml:a')) add(link.attributes.href ?? '', rawText(link));
  return labels;
}

/** Points of the older table of contents, those inside others too. */
function allPoints(tree: XmlElement | null): readonly XmlElement[] {
  return findElements(tree, 'ncx:navPoint').flatMap((point) => [point, ...allPoints(point)]);
}

async function lockedParts(parts: ZipPackage): Promise<ReadonlySet<string>> {
  const locked = new Set<string>();
  for (const data of findElements(await parts.tree('META-INF/encryption.xml'), 'enc:EncryptedData')) {
    const method = findElement(data, 'enc:EncryptionMethod')?.attributes.Algorithm ?? '';
    const target = findElement(data, 'enc:CipherReference')?.attributes.URI ?? '';
    if (!fontScrambling.test(method)) locked.add(resolvePart('', target).toLowerCase());
  }
  return locked;
}
