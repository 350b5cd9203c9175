// Loading made-up files in tests, and what must hold of every loaded document.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Block, LoadedDocument } from '../../electron/engine/load/loaded-document.js';
import { loadDocument } from '../../electron/engine/load/loader.js';
import { extensionOf } from '../../electron/engine/load/sniff-type.js';

/** Loads content as a file of that name would be, and checks what holds of every document. */
export async function loadBytes(
  name: string,
  content: string | Uint8Array,
  passwords?: readonly string[],
): Promise<LoadedDocument> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const document = await loadDocument(Uint8Array.from(bytes), {
    extension: extensionOf(`/${name}`),
    passwords,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expectSound(document);
  return document;
}

export function textOf(document: LoadedDocument, block: Block | undefined): string {
  return block === undefined ? '' : document.text.slice(block.start, block.end);
}

/** Kind and text of each block. */
export function blocksOf(document: LoadedDocument): readonly (readonly [string, string])[] {
  return document.blocks.map((block) => [block.kind, textOf(document, block)] as const);
}

/** Blocks ascend, never overlap, are inside the text, hold words and no space at their ends; layouts lie in their pages. */
export function expectSound(document: LoadedDocument): void {
  // Collected first: a million assertions would take minutes.
  const faults = [...blockFaults(document), ...layoutFaults(document)];
  if (/[\r\0]/.test(document.text)) faults.push('a carriage return or NUL in the text');
  expect(faults).toEqual([]);
}

function blockFaults(document: LoadedDocument): string[] {
  const faults: string[] = [];
  let end = 0;
  for (const block of document.blocks) {
    const words = textOf(document, block);
    const isInside = block.start >= end && block.end > block.start && block.end <= document.text.length;
    if (!isInside || words !== words.trim()) faults.push(`block ${block.start} to ${block.end}`);
    end = block.end;
  }
  return faults;
}

function layoutFaults(document: LoadedDocument): string[] {
  const faults: string[] = [];
  let pageEnd = 0;
  for (const { page, start, end, items } of document.layouts) {
    if (start < pageEnd || end < start || end > document.text.length) faults.push(`page ${page}`);
    pageEnd = end;
    let itemEnd = start;
    for (let i = 0; i < items.length; i += 6) {
      const [from = -1, to = -1] = items.subarray(i, i + 2);
      if (from < itemEnd || to <= from || to > end) faults.push(`page ${page}, item ${from} to ${to}`);
      itemEnd = to;
    }
  }
  return faults;
}

/** Any text whatever, but for control characters: with several of them a short file is binary. */
export const anyText = fc.string({ unit: 'binary' }).map((text) => text.replace(/\p{Cc}/gu, ''));
