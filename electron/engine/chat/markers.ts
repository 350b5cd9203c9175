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

/** Takes marks of given numbers out of a text that comes in pieces. */
export class MarkerReader {
  private held = '';
  private readonly isGiven: (n: number) => boolean;
  /** What stands right before what is held: whether a mark is an index there. */
  private before = '';
  /** Marks that named no passage given; they stay text. */
  unknown = 0;

  constructor(isGiven: (n: number) => boolean) {
    this.isGiven = isGiven;
  }

  push(text: string): readonly MarkedPiece[] {
    const all = this.held + text;
    const wait = unfinished.exec(all);
    const ready = wait === null ? all : all.slice(0, wait.index);
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
    const behind = this.before;
    this.before = (behind + text).slice(-contextCharacters);
    for (const found of text.matchAll(mark)) {
      // `a[2]`, `my_list[0]`, `args[1]` in a program.
      if (isIndexed((behind + text.slice(0, found.index)).slice(-contextCharacters), found[0])) continue;
      const numbers = (found[1] ?? '').split(/[,;]/u).map((digits) => Number(digits.trim()));
      const given = numbers.filter((n) => this.isGiven(n));
      this.unknown += numbers.length - given.length;
      // A list that names something else too (a year, an index) is not ours to take away.
      if (given.length < numbers.length) continue;
      if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) });
      for (const n of given) pieces.push({ kind: 'mark', n });
      from = found.index + found[0].length;
    }
    if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
    return pieces;
  }
}
