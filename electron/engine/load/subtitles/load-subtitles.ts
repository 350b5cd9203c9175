// Subtitles: what is said, joined to readable text, with the time at which it is said as its heading.
import { decodeText } from '../decode-text.js';
import type { Loader } from '../load-context.js';
import { plainTextDocument } from '../load-txt.js';
import { textDocument } from '../text-document.js';
import { TextWriter } from '../text-writer.js';
import type { Cue } from './cue-words.js';
import { cuesOf } from './cues.js';
import { subtitleTypes } from './subtitle-types.js';

/** A passage ends with a sentence once it is this long, … */
const wantedCharacters = 500;
/** … in any case when it is this long, … */
const maxCharacters = 900;
/** … and at a silence of this length once it has a few words. */
const silenceSeconds = 5;
const minCharacters = 200;

const endsSentence = /[.!?…。！？؟]["'”’»)\]]*$/u;

export const loadSubtitles: Loader = async (bytes, { extension }) => {
  const type = subtitleTypes.find((known) => known === extension) ?? 'srt';
  const { text: source, encoding } = decodeText(bytes);
  const cues = cuesOf(source);
  if (cues.length === 0) return plainTextDocument(source, encoding, type);
  const writer = new TextWriter();
  writePassages(writer, cues);
  const { text, blocks } = writer;
  return textDocument({
    text,
    type,
    encoding,
    blocks,
  });
};

function writePassages(writer: TextWriter, cues: readonly Cue[]): void {
  let lines: string[] = [];
  let length = 0;
  let started = 0;
  let ended = 0;
  const flush = (): void => {
    writer.add(lines.join('\n'), { kind: 'paragraph', headingPath: [clockOf(started)] });
    lines = [];
    length = 0;
  };
  for (const { startSeconds, endSeconds, words } of cues) {
    if (length >= minCharacters && startSeconds - ended >= silenceSeconds) flush();
    if (length === 0) started = startSeconds;
    lines.push(words);
    length += words.length + 1;
    ended = endSeconds;
    if (length >= maxCharacters || (length >= wantedCharacters && endsSentence.test(words))) flush();
  }
  flush();
}

/** `00:03:20` */
function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
