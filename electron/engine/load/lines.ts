// A text's lines by their places, without copying the text.

export interface Line {
  readonly start: number;
  /** Before the line break. */
  readonly end: number;
}

export function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { start, end };
    start = end + 1;
  }
}
