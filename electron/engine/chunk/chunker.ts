// A loaded document to chunks. Pure: values in, values out; see docs/retrieval.md for the rules.
import { createHash } from 'node:crypto';
import type { Block, LoadedDocument } from '../load/loaded-document.js';
import type { TokenizedChunk } from './chunk.js';
import { type ChunkOptions, defaultChunkOptions } from './chunk-options.js';
import { cappedContext, contextLine } from './context-line.js';
import { joinShort } from './join-short.js';
import { type PackedPassage, packSection } from './pack.js';
import type { PassageTokenizer } from './passage-tokenizer.js';
import { sectionsOf } from './sections.js';
import { splitsCharacter, trimmedRange } from './sentences.js';

/** What the chunker reads of a document. */
export type ChunkInput = Pick<LoadedDocument, 'text' | 'title' | 'blocks' | 'pages'>;

/**
 * All chunks of a document, in reading order. Everything in its blocks that is not white space is in some chunk;
 * a document with any such text has at least one.
 */
export function chunkDocument(
  document: ChunkInput,
  tokenizer: PassageTokenizer,
  options: ChunkOptions = defaultChunkOptions,
): TokenizedChunk[] {
  return [...chunksOf(document, tokenizer, options)];
}

/** {@link chunkDocument}, one at a time: a caller can do other work in between. */
export function* chunksOf(
  document: ChunkInput,
  tokenizer: PassageTokenizer,
  options: ChunkOptions = defaultChunkOptions,
): Generator<TokenizedChunk> {
  const { text } = document;
  const lineAt = document.pages === null ? lineCounter(text) : null;
  let ordinal = 0;
  for (const passage of joinShort(passagesOf(document, tokenizer, options), options)) {
    const context = contextOf(passage, document, tokenizer, options);
    for (const { start, end, tokenIds } of fitting(text, passage, context, tokenizer, options.maxTokens)) {
      yield {
        ordinal: ordinal++,
        start,
        end,
        context,
        page: passage.section.page,
        line: passage.section.sheet === null ? (lineAt?.(start) ?? null) : null,
        headingPath: passage.section.headingPath,
        sheet: passage.section.sheet,
        row: passage.row,
        tokenCount: tokenIds.length,
        inputHash: inputHash(context, text.slice(start, end)),
        tokenIds,
      };
    }
  }
}

/** SHA-256 of what a vector is made from, whatever the model. */
export function inputHash(context: string, passage: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(`${context}\n${passage}`, 'utf8').digest());
}

function* passagesOf(
  document: ChunkInput,
  tokenizer: PassageTokenizer,
  options: ChunkOptions,
): Generator<PackedPassage> {
  for (const section of sectionsOf(blocksOf(document))) {
    const context = contextOf({ section }, document, tokenizer, options);
    // Joining passages may cost a token or two at each border.
    const margin = 8;
    const room = options.maxTokens - tokenizer.overheadTokens - tokenizer.count(context) - margin;
    yield* packSection(document.text, section, tokenizer.count, {
      targetTokens: Math.min(options.targetTokens, room),
      maxTokens: room,
      overlapTokens: Math.floor(options.targetTokens * options.overlapShare),
      minCharacters: options.minCharacters,
    });
  }
}

/** A loader that found text but no structure still gives one block. */
function blocksOf({ text, blocks }: ChunkInput): readonly Block[] {
  if (blocks.length > 0) return blocks;
  const whole = trimmedRange(text, 0, text.length);
  if (whole === null) return [];
  return [{ kind: 'paragraph', ...whole, headingPath: [], page: null, sheet: null, row: null, context: null }];
}

function contextOf(
  { section }: Pick<PackedPassage, 'section'>,
  { title }: ChunkInput,
  tokenizer: PassageTokenizer,
  { maxTokens }: ChunkOptions,
): string {
  const { headingPath, sheet, columns } = section;
  const context = contextLine({ title, headingPath, sheet, columns });
  return cappedContext(context, Math.floor(maxTokens / 4), tokenizer.count);
}

interface FittingRange {
  readonly start: number;
  readonly end: number;
  readonly tokenIds: Int32Array;
}

/**
 * The passage with its ids; cut in two where, against all counting before, it is over the model's limit.
 * That is rare: counts of parts differ by a token or so from the count of the whole.
 */
function* fitting(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  context: string,
  tokenizer: PassageTokenizer,
  maxTokens: number,
): Generator<FittingRange> {
  const tokenIds = tokenizer.encode(context, text.slice(start, end));
  const middle = tokenIds.length > maxTokens ? cutNearMiddle(text, start, end) : null;
  if (middle === null) {
    yield { start, end, tokenIds };
    return;
  }
  for (const half of [trimmedRange(text, start, middle), trimmedRange(text, middle, end)]) {
    if (half !== null) yield* fitting(text, half, context, tokenizer, maxTokens);
  }
}

/** At the last space before the middle, else between two characters; null if there is only one. */
function cutNearMiddle(text: string, start: number, end: number): number | null {
  const middle = Math.floor((start + end) / 2);
  const space = text.slice(start, middle).lastIndexOf(' ');
  if (space > (end - start) / 4) return start + space;
  let cut = middle;
  while (cut < end && splitsCharacter(text, cut)) cut++;
  if (cut < end && cut > start) return cut;
  for (cut = middle; cut > start && splitsCharacter(text, cut); ) cut--;
  return cut > start ? cut : null;
}

/** 1-based line of an offset. Offsets must ascend: each line break is looked at once. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let nextBreak = text.indexOf('\n');
  return (offset) => {
    while (nextBreak !== -1 && nextBreak < offset) {
      line++;
      nextBreak = text.indexOf('\n', nextBreak + 1);
    }
    return line;
  };
}
