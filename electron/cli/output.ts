// What the command line prints: results to stdout, progress and messages to stderr.
import type { IndexProgress } from '../../shared/domain/library.js';
import type { BuildProgress } from '../../shared/domain/models.js';
import { type PlaceWords, placeInWords } from '../../shared/domain/place-text.js';
import type { Hit } from '../../shared/domain/search.js';

export interface Output {
  /** One JSON object, with `--json`. */
  readonly isJson: boolean;
  result(value: unknown, asText: () => string): void;
  message(text: string): void;
  progress(progress: IndexProgress): void;
  /** Ends a line of progress that is being overwritten. */
  endProgress(): void;
}

const barWidth = 24;
const lineIntervalMs = 2_000;

/** As one says it. */
export function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** One line: a bar of documents (`#` by meaning, `-` by words so far), and the same in figures, with the time left. */
export function progressLine(progress: IndexProgress): string {
  if (progress.phase === 'idle' && progress.building !== null) return buildingLine(progress.building);
  const { recognition, total, done, words, ready, chunksDone, chunksTotal } = progress;
  if (progress.phase === 'idle' && recognition !== null) {
    const { documents, documentsDone, pages, pagesDone } = recognition;
    return `recognising text: page ${Math.min(pages, pagesDone + 1)} of ${pages}, document ${documentsDone + 1} of ${documents}`;
  }
  if (progress.phase === 'scanning') return `looking for documents: ${total} to read`;
  const width = (documents: number): number => Math.min(barWidth, Math.floor((documents / total) * barWidth));
  // What is skipped or failed has nothing more to come.
  const bar = '#'
    .repeat(width(ready + done - words))
    .padEnd(width(done), '-')
    .padEnd(barWidth, '.');
  const left = progress.secondsLeft === null ? '' : `, about ${durationOf(progress.secondsLeft)} left`;
  return (
    `[${bar}] read ${done} of ${total}, by words ${words}, by meaning ${ready} ` +
    `(${chunksDone} of ${chunksTotal} passages), ${progress.tokensPerSecond} tokens/s${left}`
  );
}

function buildingLine({ documents, documentsDone, passagesDone, secondsLeft }: BuildProgress): string {
  const left = secondsLeft === null ? '' : `, about ${durationOf(secondsLeft)} left`;
  return `preparing: ${documentsDone} of ${documents} documents, ${passagesDone} passages${left}`;
}

export function terminalOutput(isJson: boolean): Output {
  const isTerminal = process.stderr.isTTY === true;
  let lastLineMs = 0;
  let isLineOpen = false;
  return {
    isJson,
    result: (value, asText) => process.stdout.write(isJson ? `${JSON.stringify(value)}\n` : printable(asText())),
    message: (text) => process.stderr.write(`${printable(text)}\n`),
    progress(progress) {
      const isBeside = progress.phase === 'idle' && (progress.recognition !== null || progress.building !== null);
      if (!isBeside && (progress.phase === 'idle' || progress.total === 0)) return;
      if (isTerminal) {
        process.stderr.write(`\r\u001B[K${progressLine(progress)}`);
        isLineOpen = true;
      } else if (performance.now() - lastLineMs >= lineIntervalMs) {
        lastLineMs = performance.now();
        process.stderr.write(`${progressLine(progress)}\n`);
      }
    },
    endProgress() {
      if (isLineOpen) process.stderr.write('\r\u001B[K');
      isLineOpen = false;
    },
  };
}

/**
 * Names and texts come from files: what would move the cursor, change the terminal or turn the direction of writing
 * is shown as a replacement mark. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === '\n' || sign === '\t' ? sign : '\ufffd',
  );
}

/** A name on one line, whatever is in it. */
export function nameOf(path: string): string {
  return path.replace(/\p{Cc}/gu, '\ufffd');
}

/** Aligned columns; a cell that is a number stands to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, String(cell).length);
    });
  }
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : String(cell).padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const placeWords: PlaceWords = {
  page: (page) => `p. ${page}`,
  slide: (slide) => `slide ${slide}`,
  row: (row) => `row ${row}`,
  line: (line) => `line ${line}`,
};

/** Where a hit stands, as a person says it: `p. 14`, `Gastos › Envío`, `row 3`, `line 12`. */
export function placeOf({ locator }: Pick<Hit, 'locator'>): string {
  return placeInWords(locator, placeWords);
}

const snippetCharacters = 280;

export function snippetOf(text: string): string {
  const oneLine = text.replace(/\s+/gu, ' ').trim();
  return oneLine.length <= snippetCharacters ? oneLine : `${oneLine.slice(0, snippetCharacters - 1)}…`;
}
