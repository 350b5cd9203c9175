// Texts to measure with: sentences of the sample library, put together again to documents of very mixed lengths.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../electron/engine/evaluate/metrics.js';

const sampleLibrary = join(import.meta.dirname, '..', 'resources', 'sample-library');

function sentences(): readonly string[] {
  const found: string[] = [];
  for (const name of readdirSync(sampleLibrary).sort()) {
    if (!/\.(?:md|txt)$/u.test(name)) continue;
    const text = readFileSync(join(sampleLibrary, name), 'utf8').replace(/[#*|>`]/gu, ' ');
    for (const sentence of text.split(/(?<=[.!?])\s+|\n\n+/u)) {
      const plain = sentence.replace(/\s+/gu, ' ').trim();
      if (plain.length > 20) found.push(plain);
    }
  }
  return found;
}

/**
 * Notes and documents in Markdown: one to six sections, each of one to a dozen sentences or so. Lengths that double are
 * equally likely, so that short passages stand beside long ones, as in real documentation.
 */
export function mixedTexts(count: number, seed: number): readonly string[] {
  const all = sentences();
  const random = seededRandom(seed);
  const several = (most: number): number => Math.floor(2 ** (random() * Math.log2(most + 1)));
  return Array.from({ length: count }, (_, document) => {
    const sections = Array.from({ length: several(6) }, (_unused, section) => {
      const chosen = Array.from({ length: several(14) }, () => all[Math.floor(random() * all.length)]);
      const paragraphs: string[] = [];
      for (let from = 0; from < chosen.length; from += 5) paragraphs.push(chosen.slice(from, from + 5).join(' '));
      // The numbers keep two sections of one sentence from being the same passage.
      return `## ${document + 1}.${section + 1}\n\n${paragraphs.join('\n\n')}\n`;
    });
    return sections.join('\n');
  });
}

export function writeTexts(folder: string, texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) {
    const below = join(folder, `part-${Math.floor(index / 200)}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `text-${index}.md`), text);
  }
}
