// XML of any kind: its words in reading order, titles and element names as the path. Nothing outside the file is read or expanded.
import { Parser } from 'htmlparser2';
import { AppError } from '../../../../shared/errors.js';
import { declaredInText } from '../declared-encoding.js';
import { decodeText } from '../decode-text.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { plainTextDocument } from '../load-txt.js';
import type { LoadedDocument } from '../loaded-document.js';
import { textDocument } from '../text-document.js';
import { XmlTextWriter } from './xml-text-writer.js';

const pieceCharacters = 32_000;
/** Pieces between two signs of life. */
const piecesAtOnce = 30;

export const loadXml: Loader = async (bytes, { onProgress }) => {
  const { text: source, encoding } = decodeText(bytes, declaredInText(bytes));
  if (!/<[\p{L}_]/u.test(source)) return plainTextDocument(source, encoding, 'xml');
  const words = new XmlTextWriter();
  // In this mode only XML's own five entities and numbers are replaced; the file's own stay as they are written.
  const parser = new Parser(
    {
      onopentag: (name, attributes) => words.open(name, attributes),
      ontext: (text) => words.text(text),
      onclosetag: () => words.close(),
    },
    { xmlMode: true },
  );
  const content = withoutDeclarations(source);
  let note: LoadedDocument['note'] = null;
  for (let at = 0, piece = 1; at < content.length; at += pieceCharacters, piece++) {
    parser.write(content.slice(at, at + pieceCharacters));
    if (words.openElements > loadLimits.maxOpenElements) {
      note = {
        reason: 'damaged',
        message: 'Elements without end are nested in this file: only its beginning was read.',
      };
      break;
    }
    if (piece % piecesAtOnce !== 0) continue;
    onProgress();
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (note === null) parser.end();
  const { text, blocks, title } = words.end();
  if (note !== null && blocks.length === 0)
    throw new AppError('damaged', 'Elements without end are nested in this file.');
  return textDocument({
    text,
    type: 'xml',
    title,
    encoding,
    blocks,
    note,
  });
};

/** The document type with the entities that it declares: a parser that is not after them would take its end for text. */
function withoutDeclarations(source: string): string {
  const start = source.slice(0, 10_000).search(/<!DOCTYPE\b/i);
  if (start === -1) return source;
  const bracket = source.indexOf('[', start);
  const end = source.indexOf('>', start);
  if (bracket === -1 || end === -1 || end < bracket) return source;
  const close = /\]\s*>/g;
  close.lastIndex = bracket;
  const match = close.exec(source);
  return match === null ? source : source.slice(0, start) + source.slice(match.index + match[0].length);
}
