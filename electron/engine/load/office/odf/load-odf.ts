// OpenDocument text and presentations (also drawings, whose pages are read as slides).
import type { Loader } from '../../load-context.js';
import { loadLimits } from '../../load-limits.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { linesOfPieces, runningLines } from '../running-lines.js';
import type { XmlElement } from '../xml.js';
import { childOf, childrenOf, findElement } from '../xml-names.js';
import { type OdfFile, openOdf } from './odf-file.js';
import { OdfFlow } from './odf-flow.js';

export const loadOdt: Loader = async (bytes, { onProgress }) => {
  const file = await openOdf(bytes);
  onProgress();
  const writer = new OfficeWriter();
  const seen = new Set<string>();
  for (const line of linesOnPages(file, 'style:header', seen)) writer.add('paragraph', line);
  writer.pieces(new OdfFlow(file.styles).read(childOf(file.body, 'office:text') ?? file.body));
  writer.leaveHeadings();
  for (const line of linesOnPages(file, 'style:footer', seen)) writer.add('paragraph', line);
  return writer.document({ type: 'odt', title: file.title, isDamaged: file.isDamaged });
};

function linesOnPages({ masterPages, styles }: OdfFile, kind: string, seen: Set<string>): readonly string[] {
  const lines = masterPages.flatMap((page) =>
    childrenOf(page)
      .filter(({ name }) => name === kind || name.startsWith(`${kind}-`))
      .flatMap((element) => linesOfPieces(new OdfFlow(styles).read(element))),
  );
  return runningLines(lines, seen);
}

export const loadOdp: Loader = async (bytes, { onProgress }) => {
  const file = await openOdf(bytes);
  const show = findElement(file.body, 'office:presentation') ?? findElement(file.body, 'office:drawing');
  if (show === null) throw damagedError();
  const slides = childrenOf(show, 'draw:page');
  const writer = new OfficeWriter();
  for (const [index, slide] of slides.slice(0, loadLimits.maxPackedPages).entries()) {
    if (writer.isFull) break;
    onProgress();
    writer.page = index + 1;
    writer.leaveHeadings();
    writeSlide(writer, slide, new OdfFlow(file.styles));
  }
  return writer.document({ type: 'odp', title: file.title, pages: slides.length, isDamaged: file.isDamaged });
};

function writeSlide(writer: OfficeWriter, slide: XmlElement, flow: OdfFlow): void {
  const title = childrenOf(slide).find((shape) => classOf(shape) === 'title');
  if (title !== undefined) writer.heading(1, linesOfPieces(flow.read(title)).join(' '));
  const shapes = childrenOf(slide).filter((shape) => shape !== title);
  writer.pieces(flow.read({ ...slide, children: shapes }));
  const notes = childrenOf(childOf(slide, 'presentation:notes')).filter((shape) => classOf(shape) === 'notes');
  for (const note of notes) writer.pieces(flow.read(note));
}

/** `title`, `notes`, … */
function classOf({ attributes }: XmlElement): string | undefined {
  return attributes.class;
}
