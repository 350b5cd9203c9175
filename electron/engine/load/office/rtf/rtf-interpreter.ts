// Follows RTF's groups and control words and writes what is seen into stories. Never nests calls: groups may nest 100,000 deep.
import { encodingOfCodePage } from '../code-pages.js';
import type { FlowPiece } from '../flow.js';
import { decodeRtf, encodingOfFontCharset } from './rtf-encoding.js';
import { applyFormat, firstGroup, type GroupUse, lookOf, type RtfGroup } from './rtf-group.js';
import { RtfStory } from './rtf-story.js';
import { RtfReader, type RtfToken } from './rtf-tokens.js';
import { characterWords, seenStarred, skippedGroups } from './rtf-words.js';

export interface RtfText {
  readonly body: readonly FlowPiece[];
  readonly headers: readonly FlowPiece[];
  readonly footers: readonly FlowPiece[];
  readonly title: string;
  /** The file ends before its last group does. */
  readonly isCut: boolean;
}

type Word = Extract<RtfToken, { readonly kind: 'word' }>;

const progressTokens = 200_000;
const wideEncodings: ReadonlySet<string> = new Set(['shift_jis', 'cp949', 'gbk', 'big5']);

export class RtfInterpreter {
  readonly #reader: RtfReader;
  readonly #fonts = new Map<number, string | null>();
  readonly #styleLevels = new Map<number, number>();
  readonly #headers: FlowPiece[] = [];
  readonly #footers: FlowPiece[] = [];
  readonly #body = new RtfStory();
  readonly #groups: RtfGroup[] = [];
  #group: RtfGroup;
  #encoding = 'windows-1252';
  #defaultFont = 0;
  #bytes: number[] = [];
  /** Characters still to be stepped over: the fallback of the last `\u`. */
  #skipped = 0;
  #surrogate = '';
  /** Text of the definition or mark that is being read. */
  #aside = '';
  #title = '';
  #noteCount = 0;
  #isStarred = false;
  #isGroupStart = false;

  constructor(data: Uint8Array) {
    this.#reader = new RtfReader(data);
    this.#group = firstGroup(this.#body);
  }

  read(onProgress: () => void): RtfText {
    let count = 0;
    for (let token = this.#reader.next(); token !== null; token = this.#reader.next()) {
      if (++count % progressTokens === 0) onProgress();
      if (token.kind === 'open') this.#open();
      else if (token.kind === 'close') {
        this.#close();
        // What stands behind the end of the document is no part of it.
        if (this.#groups.length === 0) break;
      } else if (token.kind === 'byte') this.#byte(token.byte);
      else this.#word(token);
    }
    const isCut = this.#groups.length > 0;
    while (this.#groups.length > 0) this.#close();
    this.#flush();
    const body = this.#body.finish(lookOf(this.#group, this.#styleLevels));
    return { body, headers: this.#headers, footers: this.#footers, title: this.#title, isCut };
  }

  #open(): void {
    this.#flush();
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, onStoryEnd: null };
    this.#isGroupStart = true;
    this.#isStarred = false;
    this.#skipped = 0;
  }

  #close(): void {
    this.#flush();
    this.#skipped = 0;
    this.#isGroupStart = false;
    const { story, onStoryEnd, use } = this.#group;
    if (onStoryEnd !== null) onStoryEnd(story.finish(lookOf(this.#group, this.#styleLevels)));
    const outer = this.#groups.pop();
    if (outer === undefined) return;
    if (use !== outer.use) this.#endAside(use);
    this.#group = outer;
  }

  #endAside(use: GroupUse): void {
    if (use === 'title') this.#title = this.#aside;
    if (use === 'mark') this.#group.story.setMark(this.#aside);
    if (use !== 'fonts' && use !== 'styles') this.#aside = '';
  }

  #byte(byte: number): void {
    this.#isGroupStart = false;
    if (this.#skipped > 0) this.#skipped--;
    else this.#bytes.push(byte);
  }

  /** Bytes wait until their encoding ends: two of them may be one character. */
  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = this.#bytes;
    this.#bytes = [];
    this.#write(decodeRtf(bytes, this.#currentEncoding()));
  }

  #currentEncoding(): string {
    const { use, font, wideFont, isWide } = this.#group;
    // Names of fonts are not written in them.
    if (use === 'fonts') return this.#encoding;
    const wide = wideFont === null ? null : (this.#fonts.get(wideFont) ?? null);
    if (isWide && wide !== null && wideEncodings.has(wide)) return wide;
    return this.#fonts.get(font === -1 ? this.#defaultFont : font) ?? this.#encoding;
  }

  #write(text: string): void {
    const { use, isHidden, isDeleted, story } = this.#group;
    if (use === 'text') {
      if (!isHidden && !isDeleted) story.write(text);
    } else if (use !== 'info') {
      this.#aside += text;
      if (text.includes(';') && (use === 'styles' || use === 'fonts')) this.#endDefinition(use);
    }
  }

  /** Names of fonts and styles end with a semicolon. */
  #endDefinition(use: 'styles' | 'fonts'): void {
    const name = this.#aside.replace(/;[^;]*$/, '').trim();
    this.#aside = '';
    const { font, style, outlineLevel } = this.#group;
    if (use === 'fonts') {
      if (this.#fonts.get(font) === 'symbol' && !/symbol/i.test(name)) this.#fonts.set(font, 'dingbats');
      return;
    }
    const named = /^title$/i.test(name) ? 0 : Number(/^heading ([1-9])\b/i.exec(name)?.[1] ?? Number.NaN);
    const level = Number.isNaN(named) && outlineLevel !== null && outlineLevel < 9 ? outlineLevel + 1 : named;
    // Style 0 is the body's.
    if (!Number.isNaN(level) && style !== null && style > 0) this.#styleLevels.set(style, level);
  }

  #word({ name, value }: Word): void {
    if (name === '*') {
      this.#isStarred = true;
      return;
    }
    const isFirst = this.#isGroupStart;
    this.#isGroupStart = false;
    const character = characterWords.get(name);
    if (this.#skipped > 0 && character !== undefined) {
      this.#skipped--;
      return;
    }
    this.#skipped = 0;
    this.#flush();
    if (isFirst && this.#beginsGroup(name)) return;
    if (character !== undefined) this.#write(character);
    else if (name === 'u' && value !== null) this.#unicode(value);
    else if (!this.#define(name, value) && !this.#divide(name)) applyFormat(this.#group, name, value);
  }

  #unicode(value: number): void {
    const unit = String.fromCharCode(value & 0xffff);
    // Both halves of a character outside the first plane are written one after the other.
    if (/[\ud800-\udbff]/.test(unit)) this.#surrogate = unit;
    else {
      this.#write(/[\udc00-\udfff]/.test(unit) ? this.#surrogate + unit : unit);
      this.#surrogate = '';
    }
    this.#skipped = this.#group.fallbackCharacters;
  }

  /** Words that begin a group with a purpose of its own. True where nothing is left to do for the word. */
  #beginsGroup(name: string): boolean {
    const isUnknown = this.#isStarred && !seenStarred.has(name);
    this.#isStarred = false;
    const { use } = this.#group;
    if (isUnknown || skippedGroups.has(name)) {
      this.#reader.skipGroup();
      this.#close();
    } else if (name === 'upr') {
      // The text in the old encoding comes first, the same in Unicode second.
      if (this.#reader.next()?.kind === 'open') this.#reader.skipGroup();
    } else if (use === 'info') {
      if (name === 'title') this.#beginAside('title');
    } else if (name === 'fonttbl') this.#beginAside('fonts');
    else if (name === 'stylesheet') this.#beginAside('styles');
    else if (name === 'info') this.#beginAside('info');
    else if (name === 'listtext' || name === 'pntext') this.#beginAside('mark');
    else return this.#beginsStory(name);
    return true;
  }

  #beginAside(use: GroupUse): void {
    this.#group.use = use;
    this.#aside = '';
  }

  #beginsStory(name: string): boolean {
    const outer = this.#group.story;
    if (/^header[lrf]?$/.test(name)) this.#beginStory((pieces) => this.#headers.push(...pieces));
    else if (/^footer[lrf]?$/.test(name)) this.#beginStory((pieces) => this.#footers.push(...pieces));
    else if (name === 'footnote') {
      this.#beginStory((pieces) => outer.addBehind(withSpaceAfterMark(pieces)));
      this.#group.isNote = true;
    } else if (name === 'shptxt' || name === 'dptxbxtext') this.#beginStory((pieces) => outer.addBehind(pieces));
    else return false;
    return true;
  }

  #beginStory(onEnd: (pieces: readonly FlowPiece[]) => void): void {
    Object.assign(this.#group, { story: new RtfStory(), onStoryEnd: onEnd, isInTable: false, isListItem: false });
  }

  /** Encodings and fonts. */
  #define(name: string, value: number | null): boolean {
    const { use, font } = this.#group;
    if (name === 'ansicpg' && value !== null) this.#encoding = encodingOfCodePage(value || 1_252);
    else if (name === 'mac') this.#encoding = 'macroman';
    else if (name === 'pc') this.#encoding = 'cp437';
    else if (name === 'pca') this.#encoding = 'cp850';
    else if (name === 'deff') this.#defaultFont = value ?? 0;
    else if (name === 'fcharset' && use === 'fonts') this.#fonts.set(font, encodingOfFontCharset(value ?? 0));
    else if (name === 'cpg' && use === 'fonts' && value !== null) this.#fonts.set(font, encodingOfCodePage(value));
    else return false;
    return true;
  }

  /** Ends of paragraphs, cells and rows, and the marks of notes. */
  #divide(name: string): boolean {
    const { story, use, isHeaderRow } = this.#group;
    if (use !== 'text') return false;
    const look = lookOf(this.#group, this.#styleLevels);
    switch (name) {
      case 'par':
      case 'sect':
        story.endParagraph(look);
        return true;
      case 'page':
      case 'column':
        story.write('\n');
        return true;
      case 'cell':
        story.endCell(look);
        return true;
      case 'nestcell':
      case 'nestrow':
        story.endParagraph({ ...look, isInTable: true });
        return true;
      case 'row':
        story.endRow(isHeaderRow);
        return true;
      case 'chftn':
        if (!this.#group.isNote) this.#noteCount++;
        story.write(`[${this.#noteCount}]`);
        return true;
      default:
        return false;
    }
  }
}

/** Programs write a space after the mark of a note, or none, or two. */
function withSpaceAfterMark([first, ...others]: readonly FlowPiece[]): readonly FlowPiece[] {
  if (first === undefined) return [];
  if (first.kind === 'table') return [first, ...others];
  return [{ ...first, text: first.text.replace(/^(\[\d+\])\s*/, '$1 ') }, ...others];
}
