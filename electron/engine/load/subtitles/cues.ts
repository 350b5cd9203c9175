// The cues of SubRip and WebVTT: when they are shown and what they say, without marks.
import { parseDocument } from 'htmlparser2';
import { textOf } from '../html/nodes.js';

export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** On one line unless two people speak. */
  readonly words: string;
}

const timing = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;

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
  return cues;
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

/** Without tags of style and place; WebVTT's voice becomes `Name: `. */
function plainWords(line: string): string {
  const words = line
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g, '$1: ')
    .replace(/<\/?[a-z\d][^<>]*>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '');
  return (words.includes('&') ? textOf(parseDocument(words)) : words).replace(/\s+/g, ' ').trim();
}

function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
