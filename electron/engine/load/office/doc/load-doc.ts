// Word documents of before 2007: body, notes, text boxes, and what stands at the head and foot of the pages.
import type { Loader } from '../../load-context.js';
import type { LoadedDocument } from '../../loaded-document.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { isOle } from '../ole.js';
import { openContainer } from '../ole-container.js';
import { linesOfPieces, runningLines } from '../running-lines.js';
import { openWordFile, type WordFile } from './word-file.js';
import { WordFlow } from './word-flow.js';

export const loadDoc: Loader = async (bytes, { onProgress }) => {
  // Before 1993 the file was not a container yet.
  const file = isOle(bytes) ? openContained(bytes) : openWordFile(Buffer.from(bytes), () => null);
  onProgress();
  return documentOf(file);
};

function openContained(bytes: Uint8Array): WordFile {
  const stream = openContainer(bytes);
  const main = stream('WordDocument');
  if (main === null) throw damagedError();
  return openWordFile(main, stream);
}

function documentOf(file: WordFile): LoadedDocument {
  const { body, footnotes, headers, comments, endnotes, boxes } = file.lengths;
  const flow = new WordFlow(file);
  const headersAt = body + footnotes;
  const endnotesAt = headersAt + headers + comments;
  const boxesAt = endnotesAt + endnotes;
  const writer = new OfficeWriter();
  writer.pieces(flow.read(0, body));
  writer.leaveHeadings();
  writer.pieces(flow.read(boxesAt, boxesAt + boxes));
  writer.pieces(flow.read(body, headersAt));
  writer.pieces(flow.read(endnotesAt, boxesAt));
  for (const line of runningLines(linesOfPieces(flow.read(headersAt, headersAt + headers)), new Set())) {
    writer.add('paragraph', line);
  }
  return writer.document({ type: 'doc', title: null });
}
