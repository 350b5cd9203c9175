// Citation marks like [2] in a stream of text, for hosts that give no citation parts; a mark may lie across pieces.

export type MarkedPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly n: number };

/**
 * White space before a mark goes with it. A link (`[1](…)`) is no mark, so one character behind it is awaited. Every
 * repetition is bounded: a host may send anything.
 */
const mark = /[ \t]{0,20}\[\s{0,5}(\d{1,3}(?:\s{0,5}[,;]\s{0,5}\d{1,3}){0,9})\s{0,5}\](?!\()/gu;
/** What may yet become a mark when more comes. */
const unfinished =
  /[ \t]{0,20}\[[\s\d,;]{0,120}$|[ \t]{0,20}\[\s{0,5}\d{1,3}(?:\s{0,5}[,;]\s{0,5}\d{1,3}){0,9}\s{0,5}\]$|[ \t]{1,20}$/u;

const contextCharacters = 48;
/** A name as only programs have it: one small letter, or parts joined by `_`, `.` or a capital inside. */
const programName = /(?:^|[^\p{L}\p{N}_])(?:[a-z]|[a-z]+(?:_\w+)+|[a-z]+[A-Z]\w*|[a-z]\w*\.[a-z]\w*)$/u;

function isIndexed(before: string, found: string): boolean {
  return found.startsWith('[') && programName.test(before);
}

/** What decides where code is: runs of backticks, and ends of lines. */
const codeOrMark = new RegExp(`(\`+)|(\\n)|${mark.source}`, 'gu');
/** Longer runs are no code, so that not any number of them is held back. */
const longestRun = 64;
/** From this length on a run opens a block that only such a run ends; a shorter one ends with its paragraph. */
const blockRun = 3;

/** Takes marks of given numbers out of a text that comes in pieces. In code, between backticks, nothing is a mark. */
export class MarkerReader {
  private held = '';
  private readonly isGiven: (n: number) => boolean;
  /** What stands right before what is held: whether a mark is an index there. */
  private before = '';
  /** Length of the run of backticks that has opened code; 0 outside. */
  private code = 0;
  private isLineEmpty = true;
  /** Marks that named no passage given; they stay text. */
  unknown = 0;

  constructor(isGiven: (n: number) => boolean) {
    this.isGiven = isGiven;
  }

  push(text: string): readonly MarkedPiece[] {
    const all = this.held + text;
    const wait = unfinished.exec(all);
    const ready = all.slice(0, Math.min(wait?.index ?? all.length, all.length - backticksAtEnd(all)));
    this.held = all.slice(ready.length);
    return this.split(ready);
  }

  /** What was held back, once nothing more comes. */
  end(): readonly MarkedPiece[] {
    const rest = this.held;
    this.held = '';
    return this.split(rest);
  }

  private split(text: string): readonly MarkedPiece[] {
    const pieces: MarkedPiece[] = [];
    let from = 0;
    let seen = 0;
    const behind = this.before;
    this.before = (behind + text).slice(-contextCharacters);
    for (const found of text.matchAll(codeOrMark)) {
      this.pass(text.slice(seen, found.index));
      seen = found.index + found[0].length;
      if (this.passCode(found[1], found[2])) continue;
      this.isLineEmpty = false;
      // `a[2]`, `my_list[0]`, `args[1]` in a program, also where no backticks say so.
      if (this.code > 0 || isIndexed((behind + text.slice(0, found.index)).slice(-contextCharacters), found[0]))
        continue;
      const numbers = (found[3] ?? '').split(/[,;]/u).map((digits) => Number(digits.trim()));
      const given = numbers.filter((n) => this.isGiven(n));
      this.unknown += numbers.length - given.length;
      // A list that names something else too (a year, an index) is not ours to take away.
      if (given.length < numbers.length) continue;
      if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) });
      for (const n of given) pieces.push({ kind: 'mark', n });
      from = seen;
    }
    this.pass(text.slice(seen));
    if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
    return pieces;
  }

  private pass(text: string): void {
    this.isLineEmpty &&= text.trim() === '';
  }

  /** @returns false where it was neither a run of backticks nor a line's end */
  private passCode(backticks: string | undefined, lineEnd: string | undefined): boolean {
    if (backticks !== undefined) {
      const run = backticks.length;
      const closes = this.code >= blockRun ? run >= this.code : run === this.code;
      if (closes) this.code = 0;
      else if (this.code === 0 && run <= longestRun) this.code = run;
      this.isLineEmpty = false;
      return true;
    }
    if (lineEnd === undefined) return false;
    if (this.isLineEmpty && this.code < blockRun) this.code = 0;
    this.isLineEmpty = true;
    return true;
  }
}

function backticksAtEnd(text: string): number {
  let count = 0;
  while (count <= longestRun && text.charAt(text.length - 1 - count) === '`') count++;
  return count > longestRun ? 0 : count;
}
