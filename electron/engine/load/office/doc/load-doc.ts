// Word documents of before 2007: body, notes, text boxes, and what stands at the head and foot of the pages.
import { CFB } from '@e965/xlsx';
import { z } from 'zod';
import type { Loader } from '../../load-context.js';
import type { LoadedDocument } from '../../loaded-document.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { isOle } from '../ole.js';
import { linesOfPieces, runningLines } from '../running-lines.js';
import { openWordFile, type WordFile } from './word-file.js';
import { WordFlow } from './word-flow.js';

export const loadDoc: Loader = async (bytes, { onProgress }) => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Before 1993 the file was not a container yet.
  const file = isOle(bytes) ? openContained(data) : openWordFile(data, () => null);
  onProgress();
  return documentOf(file);
};

const entrySchema = z.object({ content: z.union([z.instanceof(Uint8Array), z.array(z.number())]) });

function openContained(data: Buffer): WordFile {
  const container: unknown = readContainer(data);
  const stream = (name: string): Buffer | null => {
    const entry = entrySchema.safeParse(CFB.find(container, `/${name}`));
    return entry.success ? Buffer.from(entry.data.content) : null;
  };
  const main = stream('WordDocument');
  if (main === null) throw damagedError();
  return openWordFile(main, stream);
}

function readContainer(data: Buffer): unknown {
  try {
    return CFB.read(data, { type: 'buffer' });
  } catch (error) {
    throw damagedError(error);
  }
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
