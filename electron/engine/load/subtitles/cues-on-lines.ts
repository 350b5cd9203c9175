// Subtitles whose cues stand on one line each: Substation (ass, ssa), MicroDVD (sub), and the words of songs (lrc).
import { type Cue, plainWords } from './cue-words.js';

/** Of MicroDVD where it says nothing: that of most films. */
const usualFrames = 23.976;

const dialogue = /^Dialogue:\s*(.*)$/;
const frames = /^\{(\d+)\}\{(\d+)\}(.*)$/;
const stamped = /^((?:\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\])+)(.*)$/;

/** In the order of time; none where the lines are written otherwise. */
export function cuesOnLines(source: string): readonly Cue[] {
  const lines = source.split('\n');
  const cues = [...substation(lines), ...microDvd(lines), ...song(lines)];
  return cues.sort((one, other) => one.startSeconds - other.startSeconds);
}

/** The last of the fields is the text, which may hold commas; a line of the file names the fields. */
function substation(lines: readonly string[]): readonly Cue[] {
  let names: readonly string[] = [];
  return lines.flatMap((line) => {
    if (/^Format:.*\bText\s*$/.test(line))
      names = line
        .slice(7)
        .split(',')
        .map((name) => name.trim().toLowerCase());
    const fields = dialogue.exec(line)?.[1]?.split(',');
    if (fields === undefined || names.length === 0) return [];
    const time = (name: string): number => secondsOf(fields[names.indexOf(name)] ?? '');
    const text = fields.slice(names.length - 1).join(',');
    // Drawings are no words.
    if (/\{[^}]*\\p[1-9]/.test(text)) return [];
    return cue(time('start'), time('end'), text.replace(/\\[Nnh]/g, ' '));
  });
}

/** The first cue may say how many frames a second has. */
function microDvd(lines: readonly string[]): readonly Cue[] {
  const first = frames.exec(lines.find((line) => frames.test(line)) ?? '');
  const told = first?.[1] === first?.[2] ? Number(first?.[3]) : Number.NaN;
  const rate = told > 1 ? told : usualFrames;
  return lines.flatMap((line) => {
    const [, start, end, text = ''] = frames.exec(line) ?? [];
    if (start === undefined || /^\s*[\d.]+\s*$/.test(text)) return [];
    return cue(Number(start) / rate, Number(end) / rate, text.replace(/\{[^}]*\}/g, '').replaceAll('|', ' '));
  });
}

/** A line that is sung several times has several times before it. */
function song(lines: readonly string[]): readonly Cue[] {
  return lines.flatMap((line) => {
    const [, times = '', text = ''] = stamped.exec(line) ?? [];
    const found = times.match(/\d[\d.:]*/g) ?? [];
    return found.flatMap((time) => cue(secondsOf(time), secondsOf(time), text.replace(/<[\d:.]+>/g, '')));
  });
}

function cue(startSeconds: number, endSeconds: number, text: string): readonly Cue[] {
  const words = plainWords(text);
  return words === '' || !Number.isFinite(startSeconds) ? [] : [{ startSeconds, endSeconds, words }];
}

function secondsOf(time: string): number {
  return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
