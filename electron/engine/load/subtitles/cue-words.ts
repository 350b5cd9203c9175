// A cue of subtitles, and its words without marks.
import { parseDocument } from 'htmlparser2';
import { textOf } from '../html/nodes.js';

export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** On one line unless two people speak. */
  readonly words: string;
}

/** Without tags of style and place; WebVTT's voice becomes `Name: `. */
export function plainWords(line: string): string {
  const words = line
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g, '$1: ')
    .replace(/<\/?[a-z\d][^<>]*>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/\[br\]/gi, ' ');
  return (words.includes('&') ? textOf(parseDocument(words)) : words).replace(/\s+/g, ' ').trim();
}
