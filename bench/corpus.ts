// Texts to measure with: sentences of the sample library, put together again to documents of very mixed lengths.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from './random.js';

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

/** From one sentence to some forty of them a document: lengths that double are equally likely. */
export function mixedTexts(count: number, seed: number): readonly string[] {
  const all = sentences();
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, document) => {
    const wanted = Math.round(2 ** (random() * 5.3));
    const chosen = Array.from({ length: wanted }, () => all[Math.floor(random() * all.length)]);
    const paragraphs: string[] = [];
    for (let from = 0; from < chosen.length; from += 5) paragraphs.push(chosen.slice(from, from + 5).join(' '));
    // The number keeps two documents of one sentence from being the same passage.
    return `${document + 1}. ${paragraphs.join('\n\n')}\n`;
  });
}

export function writeTexts(folder: string, texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) {
    const below = join(folder, `part-${Math.floor(index / 200)}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `text-${index}.txt`), text);
  }
}
