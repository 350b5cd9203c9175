// Word documents: the text as it would be printed with all changes accepted, with headings, lists, tables and notes.
import type { LoadContext, Loader } from '../../load-context.js';
import type { LoadedDocument } from '../../loaded-document.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { FlatParts, type OfficeParts } from '../parts.js';
import { mainPart, type Relationship, relationshipsOf, targetOf, titleOf } from '../relationships.js';
import { linesOfPieces, runningLines } from '../running-lines.js';
import { parseXml, type XmlElement } from '../xml.js';
import { childrenOf, findElement, findElements } from '../xml-names.js';
import { ZipPackage } from '../zip-package.js';
import { DocxFlow, type DocxParts, drawnLines } from './docx-flow.js';
import { DocxNumbering } from './docx-numbering.js';
import { DocxStyles } from './docx-styles.js';

export const loadDocx: Loader = (bytes, context) => readDocx(new ZipPackage(bytes), context);

/** Word's XML in one file, of both kinds: a package written flat, and what Word 2003 saved. */
export const loadWordXml: Loader = async (bytes, context) => {
  const root = parseXml(bytes);
  const flat = new FlatParts(root);
  if (flat.names.length > 0) return readDocx(flat, context);
  const document = findElement(root, 'w:wordDocument');
  if (document === null) throw damagedError();
  const parts = await partsOf(null, [], document, document);
  const writer = new OfficeWriter();
  writer.pieces(new DocxFlow(parts).read(findElement(document, 'w:body') ?? document));
  return writer.document({ type: 'docx', title: null });
};

async function readDocx(parts: OfficeParts, { onProgress }: LoadContext): Promise<LoadedDocument> {
  const main = await mainPart(parts, 'word/document.xml');
  const tree = await parts.tree(main);
  const body = findElement(tree, 'w:body');
  if (tree === null || body === null) throw damagedError();
  const relationships = await relationshipsOf(parts, main);
  const treeOf = async (kind: string, usual: string): Promise<XmlElement | null> =>
    parts.tree(targetOf(relationships, kind) ?? usual);
  const docxParts = await partsOf(
    parts,
    relationships,
    await treeOf('styles', 'word/styles.xml'),
    await treeOf('numbering', 'word/numbering.xml'),
  );
  onProgress();
  const writer = new OfficeWriter();
  const seen = new Set<string>();
  const writeLines = async (kind: 'header' | 'footer'): Promise<void> => {
    const lines = await linesOnPages(kind, parts, relationships, docxParts);
    for (const line of runningLines(lines, seen)) writer.add('paragraph', line);
  };
  await writeLines('header');
  writer.pieces(new DocxFlow(docxParts).read(body));
  writer.leaveHeadings();
  await writeLines('footer');
  return writer.document({ type: 'docx', title: await titleOf(parts), isDamaged: parts.isDamaged });
}

async function partsOf(
  parts: OfficeParts | null,
  relationships: readonly Relationship[],
  styles: XmlElement | null,
  numbering: XmlElement | null,
): Promise<DocxParts> {
  const notes = new Map<string, XmlElement>();
  const drawings = new Map<string, readonly string[]>();
  for (const { kind, id, target } of parts === null ? [] : relationships) {
    if (target === null || parts === null) continue;
    if (kind === 'footnotes' || kind === 'endnotes') {
      const name = kind.slice(0, -1);
      for (const note of findElements(await parts.tree(target), `w:${name}`)) {
        // Other types are the lines that separate notes from the text.
        if ((note.attributes.type ?? 'normal') === 'normal') notes.set(`${name} ${note.attributes.id}`, note);
      }
    } else if (kind === 'diagramData' || kind === 'chart') {
      drawings.set(id, drawnLines(await parts.tree(target)));
    }
  }
  return { styles: new DocxStyles(styles), numbering: new DocxNumbering(numbering), notes, drawings };
}

/** Lines of all headers or footers. */
async function linesOnPages(
  kind: 'header' | 'footer',
  parts: OfficeParts,
  relationships: readonly Relationship[],
  docxParts: DocxParts,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { target } of relationships.filter((one) => one.kind === kind)) {
    const tree = target === null ? null : await parts.tree(target);
    for (const root of childrenOf(tree)) lines.push(...linesOfPieces(new DocxFlow(docxParts).read(root)));
  }
  return lines;
}
