// A page as a tree. The parser looks through all open elements at each tag, so that a page of elements without end would take it for
// ever: what stands deeper than any page does is taken as plain words.
import { DomHandler, type Options, Parser } from 'htmlparser2';
import { loadLimits } from '../load-limits.js';
import type { Document } from './nodes.js';

const pieceCharacters = 32_000;

class CountingHandler extends DomHandler {
  openElements = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.openElements += 1;
    super.onopentag(name, attributes);
  }

  override onclosetag(): void {
    this.openElements -= 1;
    super.onclosetag();
  }
}

export function parsePage(source: string, options: Options = {}): Document {
  const handler = new CountingHandler(undefined, options);
  const parser = new Parser(handler, options);
  for (let at = 0; at < source.length; at += pieceCharacters) {
    if (handler.openElements > loadLimits.maxOpenElements) {
      parser.write(withoutTags(source.slice(at)));
      break;
    }
    parser.write(source.slice(at, at + pieceCharacters));
  }
  parser.end();
  return handler.root;
}

/** One pass, whatever stands there. */
function withoutTags(source: string): string {
  const [first = '', ...pieces] = source.split('<');
  const words = [first];
  let skipped: string | null = null;
  for (const piece of pieces) {
    const name = /^\/?(?:script|style)\b/i.exec(piece)?.[0].toLowerCase();
    if (skipped !== null && name !== `/${skipped}`) continue;
    skipped = skipped === null && (name === 'script' || name === 'style') ? name : null;
    if (skipped === null) words.push(piece.slice(piece.indexOf('>') + 1));
  }
  return words.join(' ');
}
