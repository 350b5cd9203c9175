// Rich Text Format: what a reader sees of it, with headings, list marks, tables, notes, headers and footers.
import type { Loader } from '../../load-context.js';
import { damagedError } from '../office-errors.js';
import { OfficeWriter } from '../office-writer.js';
import { chosenTitle } from '../relationships.js';
import { linesOfPieces, runningLines } from '../running-lines.js';
import { RtfInterpreter } from './rtf-interpreter.js';

export const loadRtf: Loader = async (bytes, { onProgress }) => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1');
  if (!/^(?:\xef\xbb\xbf)?\s*\{\\rtf/.test(start)) throw damagedError();
  const { body, headers, footers, title, isCut } = new RtfInterpreter(bytes).read(onProgress);
  const writer = new OfficeWriter();
  const seen = new Set<string>();
  for (const line of runningLines(linesOfPieces(headers), seen)) writer.add('paragraph', line);
  writer.pieces(body);
  writer.leaveHeadings();
  for (const line of runningLines(linesOfPieces(footers), seen)) writer.add('paragraph', line);
  return writer.document({ type: 'rtf', title: chosenTitle(title), isDamaged: isCut });
};
