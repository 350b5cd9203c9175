// The cues of subtitles: when they are shown and what they say, without marks. SubRip, WebVTT, SubViewer and YouTube's write times
// over words; Substation, MicroDVD and song texts write both on one line.
import { type Cue, plainWords } from './cue-words.js';
import { cuesOnLines } from './cues-on-lines.js';

const timing = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*(?:-->|,)\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;

/** Cues that say something, in file order. Lines that the cue before has shown already (captions that roll) are left out. */
export function cuesOf(source: string): readonly Cue[] {
  const cues: Cue[] = [];
  const lines = source.split('\n');
  let before: ReadonlySet<string> = new Set();
  for (let at = 0; at < lines.length; at++) {
    const times = timing.exec(lines[at] ?? '');
    if (times === null) continue;
    const shown: string[] = [];
    while (at + 1 < lines.length && isCueLine(lines, at + 1)) shown.push(plainWords(lines[++at] ?? ''));
    const said = shown.filter((line) => line !== '' && !before.has(line));
    before = new Set(shown);
    if (said.length === 0) continue;
    const [startSeconds, endSeconds] = [secondsOf(times[1] ?? ''), secondsOf(times[2] ?? '')];
    cues.push({ startSeconds, endSeconds, words: joined(said) });
  }
  return cues.length > 0 ? cues : cuesOnLines(source);
}

/** A cue ends at a blank line, or where the next one begins with its number or its times. */
function isCueLine(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.trim() === '' || timing.test(line)) return false;
  return !(/^\s*\d+\s*$/.test(line) && timing.test(lines[at + 1] ?? ''));
}

function joined(lines: readonly string[]): string {
  return lines.reduce(
    (text, line) => (text === '' ? line : `${text}${/^[-–—]\s?\S/.test(line) ? '\n' : ' '}${line}`),
    '',
  );
}

function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
