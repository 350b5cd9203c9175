// From XML's elements to text: what holds words inside other words flows on, records are lines, titles head what follows.
import { parseDocument } from 'htmlparser2';
import { shorten } from '../blocks.js';
import { HtmlTextWriter } from '../html/html-text-writer.js';
import { findMain } from '../html/main-content.js';
import { loadLimits } from '../load-limits.js';
import type { Block } from '../loaded-document.js';
import { TextWriter } from '../text-writer.js';
import { attributeWords, isTitleName, proseNames } from './xml-words.js';

/** FictionBook's pictures, and what others write the same way. */
function isData(name: string, attributes: { readonly [name: string]: string }): boolean {
  return /^(?:.*:)?binary(?:-?data)?$/i.test(name) && ('content-type' in attributes || !/^binary$/i.test(name));
}

interface Piece {
  /** Empty for text that stands in the element itself. */
  readonly name: string;
  readonly words: string;
}

interface Frame {
  readonly name: string;
  /** What its attributes say; empty once it is written. */
  attributes: string;
  title: string | null;
  hasText: boolean;
  pieces: Piece[];
  /** Its parts are written one by one as they come. */
  isContainer: boolean;
}

/** Parts without words between them that are shorter than this belong into the sentence around them. */
const inlineCharacters = 200;
const longValue = 200;
const maxWaitingPieces = 500;

/** One use: feed it a parser's events, then call `end`. */
export class XmlTextWriter {
  readonly #writer = new TextWriter();
  readonly #stack: Frame[] = [frameOf('', '')];
  /** Elements that are open beyond the nesting that is looked at. */
  #tooDeep = 0;
  /** Elements that are open inside one that holds a picture or another file as letters. */
  #inData = 0;
  /** By depth: the first title there, and how many there are. */
  readonly #titles: { readonly first: string; count: number }[] = [];

  get openElements(): number {
    return this.#stack.length + this.#tooDeep + this.#inData;
  }

  open(name: string, attributes: { readonly [name: string]: string }): void {
    if (this.#inData > 0 || isData(name, attributes)) this.#inData++;
    else if (this.#stack.length > loadLimits.maxNesting) this.#tooDeep++;
    else this.#stack.push(frameOf(name.replace(/^.*:/, ''), attributeWords(attributes)));
  }

  text(words: string): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined || this.#inData > 0) return;
    const isBlank = words.trim() === '';
    if (isBlank && frame.pieces.length === 0) return;
    if (!isBlank) frame.hasText = true;
    addWords(frame, words);
  }

  close(): void {
    if (this.#inData > 0) {
      this.#inData--;
      return;
    }
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const frame = this.#stack.at(-1);
    const parent = this.#stack.at(-2);
    if (frame === undefined || parent === undefined) return;
    const pieces = frame.pieces.filter(({ name, words }) => name !== '' || words.trim() !== '');
    const [only] = pieces;
    const isShort = pieces.reduce((length, { words }) => length + words.length, 0) < inlineCharacters;
    // An element with words in its attributes and in its parts is a heading over them.
    // Titles may be in several lines, each an element of its own.
    const isTitle = frame.name.toLowerCase() === 'title';
    const isRecord = !isTitle && !frame.hasText && pieces.length > (frame.attributes === '' ? 1 : 0);
    if (frame.isContainer || (isRecord && !(parent.hasText && isShort))) {
      this.#flush();
      this.#stack.pop();
      return;
    }
    this.#stack.pop();
    const words = [frame.attributes, joined(frame.pieces)].filter((part) => part.trim() !== '').join(' ');
    if (words === '') return;
    if (parent.hasText) {
      addWords(parent, words);
      return;
    }
    parent.pieces.push({ name: !isTitle && !frame.hasText && only !== undefined ? only.name : frame.name, words });
    if (parent.pieces.length > maxWaitingPieces) this.#flush();
  }

  end(): { readonly text: string; readonly blocks: readonly Block[]; readonly title: string | null } {
    this.#tooDeep = 0;
    this.#inData = 0;
    while (this.#stack.length > 1) this.close();
    this.#flush();
    return { text: this.#writer.text, blocks: this.#writer.blocks, title: this.#documentTitle() };
  }

  /** Writes what waits in all open elements, outermost first, so that the order of reading is kept. */
  #flush(): void {
    for (const [depth, frame] of this.#stack.entries()) {
      frame.isContainer = true;
      const attributes = frame.attributes;
      frame.attributes = '';
      if (attributes !== '') this.#writeHeading(frame, depth, attributes);
      const pieces = frame.pieces;
      frame.pieces = [];
      if (frame.hasText) this.#writeParagraph(joined(pieces), depth);
      else this.#writeRecord(frame, depth, pieces);
      frame.hasText = false;
    }
  }

  #writeRecord(frame: Frame, depth: number, pieces: readonly Piece[]): void {
    const own = pieces.find(({ name, words }) => isTitleName(name) && words.trim() !== '' && words.length <= longValue);
    // A title behind other fields is one of a record's lines, but names the record all the same.
    if (own !== undefined && own !== pieces[0] && frame.title === null) {
      frame.title = shorten(own.words, loadLimits.maxHeadingCharacters);
    }
    let lines: string[] = [];
    const writeLines = (): void => {
      this.#writer.add(lines.join('\n'), { kind: 'paragraph', headingPath: this.#pathTo(depth) });
      lines = [];
    };
    for (const { name, words } of pieces) {
      const line = words.replace(/\s+/g, ' ').trim();
      if (line === '') continue;
      if (isTitleName(name) && frame.title === null && line.length <= longValue) {
        writeLines();
        this.#writeHeading(frame, depth, line);
      } else if (line.length > longValue || /<\/?[a-z][^<>]*>/i.test(line)) {
        writeLines();
        this.#writeParagraph(words, depth);
      } else {
        lines.push(proseNames.has(name.toLowerCase()) || name === '' ? line : `${name}: ${line}`);
      }
    }
    writeLines();
  }

  #writeHeading(frame: Frame, depth: number, words: string): void {
    frame.title = shorten(words, loadLimits.maxHeadingCharacters);
    this.#countTitle(depth, frame.title);
    this.#writer.add(words, { kind: 'heading', headingPath: this.#pathTo(depth) });
  }

  #countTitle(depth: number, title: string): void {
    const known = this.#titles[depth];
    if (known === undefined) this.#titles[depth] = { first: title, count: 1 };
    else known.count++;
  }

  /** The outermost title, if it is the only one at its depth: those of many records are none of the document. */
  #documentTitle(): string | null {
    const outermost = this.#titles.find((titles) => titles !== undefined);
    return outermost?.count === 1 ? outermost.first : null;
  }

  /** Pages inside XML (news feeds have them) are read as pages. */
  #writeParagraph(words: string, depth: number): void {
    const headingPath = this.#pathTo(depth);
    if (/<\/?[a-z][^<>]*>/i.test(words)) {
      const { text, blocks } = new HtmlTextWriter(findMain(parseDocument(words))).write();
      this.#writer.addText(text, blocks, headingPath);
    } else {
      const lines = words.split(/\n[ \t]*\n/).map((part) => part.replace(/[\s\0]+/g, ' ').trim());
      for (const line of lines) this.#writer.add(line, { kind: 'paragraph', headingPath });
    }
  }

  /** Titles of the elements around, or their names where none has a title. The document's own element says nothing. */
  #pathTo(depth: number): readonly string[] {
    const frames = this.#stack.slice(1, depth + 1);
    const titles = frames.map(({ title }) => title).filter((title) => title !== null);
    const path = titles.length > 0 ? titles : frames.slice(1).map(({ name }) => name);
    return path.slice(-loadLimits.maxHeadingLevels);
  }
}

function frameOf(name: string, attributes: string): Frame {
  return { name, attributes, title: null, hasText: false, pieces: [], isContainer: false };
}

/** Words that flow on from what stands before them. */
function addWords(frame: Frame, words: string): void {
  const last = frame.pieces.at(-1);
  if (last?.name === '') frame.pieces[frame.pieces.length - 1] = { name: '', words: last.words + words };
  else frame.pieces.push({ name: '', words });
}

function joined(pieces: readonly Piece[]): string {
  // Elements beside each other without text between them would run together.
  const hasText = pieces.some(({ name }) => name === '');
  return pieces.map(({ words }) => words).join(hasText ? '' : ' ');
}
