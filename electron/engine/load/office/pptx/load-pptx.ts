// Presentations: each slide is a page, its title the heading of what stands on it and of the speaker's notes.
import type { Loader } from '../../load-context.js';
import { loadLimits } from '../../load-limits.js';
import { drawnLines } from '../docx/docx-flow.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { mainPart, type Relationship, relationshipsOf, targetOf, titleOf } from '../relationships.js';
import { findElement, findElements } from '../xml-names.js';
import { ZipPackage } from '../zip-package.js';
import { type ReadSlide, readSlide } from './slide.js';

export const loadPptx: Loader = async (bytes, { onProgress }) => {
  const parts = new ZipPackage(bytes);
  const main = await mainPart(parts, 'ppt/presentation.xml');
  const slides = await slideParts(parts, main);
  if (slides.length === 0 && !parts.has(main)) throw damagedError();
  const writer = new OfficeWriter();
  const footers = new Set<string>();
  for (const [index, part] of slides.slice(0, loadLimits.maxPackedPages).entries()) {
    if (writer.isFull) break;
    onProgress();
    writer.page = index + 1;
    writer.leaveHeadings();
    const relationships = await relationshipsOf(parts, part);
    const slide = readSlide(await parts.tree(part), await drawingsOf(parts, relationships));
    writeSlide(writer, slide, footers);
    const notes = targetOf(relationships, 'notesSlide');
    if (notes !== null) writer.pieces(readSlide(await parts.tree(notes), new Map()).notes);
  }
  return writer.document({
    type: 'pptx',
    title: await titleOf(parts),
    pages: slides.length,
    isDamaged: parts.isDamaged,
  });
};

/** In the order of the show; by their numbers where that order is lost. */
async function slideParts(parts: ZipPackage, main: string): Promise<readonly string[]> {
  const relationships = await relationshipsOf(parts, main);
  const list = findElement(await parts.tree(main), 'p:sldIdLst');
  const listed = findElements(list, 'p:sldId').flatMap(({ attributes }) => {
    const target = relationships.find(({ id }) => id === attributes['r:id'])?.target ?? null;
    return target !== null && parts.has(target) ? [target] : [];
  });
  if (listed.length > 0) return listed;
  const numberOf = (name: string): number => Number(/(\d+)\.xml$/i.exec(name)?.[1] ?? 0);
  return parts.names
    .filter((name) => /^ppt\/slides\/[^/]+\.xml$/i.test(name))
    .sort((first, second) => numberOf(first) - numberOf(second));
}

function writeSlide(writer: OfficeWriter, { title, pieces, footers }: ReadSlide, seen: Set<string>): void {
  if (title !== '') writer.heading(1, title);
  writer.pieces(pieces);
  // What stands at the foot of every slide is said once.
  for (const line of footers) {
    if (!seen.has(line)) writer.add('paragraph', line);
    seen.add(line);
  }
}

async function drawingsOf(
  parts: ZipPackage,
  relationships: readonly Relationship[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const drawings = new Map<string, readonly string[]>();
  for (const { id, kind, target } of relationships) {
    if (target !== null && (kind === 'chart' || kind === 'diagramData')) {
      drawings.set(id, drawnLines(await parts.tree(target)));
    }
  }
  return drawings;
}
