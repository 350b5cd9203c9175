// Makes the background file of the shipped model from the passages in scripts/background-passages.
// Run `npm run build` first, then: npx tsx scripts/make-background.ts
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openTokenizer } from '../electron/engine/chunk/tokenizer.js';
import { startLocalEmbedder } from '../electron/engine/embed/local-embedder.js';
import { modelFolder, openModelFolder } from '../electron/engine/embed/model-files.js';
import { writeModelFile } from './model-manifest.js';

const passagesFolder = join(import.meta.dirname, 'background-passages');

/** By language; the same number of passages about the same subjects in each. */
async function readPassages(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = (await readdir(passagesFolder)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(passagesFolder, file), 'utf8')));
  return new Map(texts.map((text, at) => [basename(files[at] ?? '', '.txt'), text.trim().split('\n')]));
}

const folder = modelFolder();
const model = openModelFolder(folder);
const tokenizer = await openTokenizer(model);
const embedder = startLocalEmbedder({ model, workers: 1, tokenizeQuestion: async (text) => tokenizer.encode(text) });
try {
  const byLanguage = await readPassages();
  const passages = [...byLanguage.values()].flat();
  const content = Buffer.alloc(passages.length * model.manifest.dimension * Float32Array.BYTES_PER_ELEMENT);
  let at = 0;
  for (const passage of passages) {
    const vector = await embedder.embedTokens(tokenizer.encode(model.manifest.prefixes.passage + passage));
    for (const number of vector) at = content.writeFloatLE(number, at);
  }
  await writeModelFile(folder, {
    role: 'background',
    path: 'background.f32',
    content,
    languages: [...byLanguage.keys()],
  });
  console.log(`${passages.length} passages, ${content.length} bytes`);
} finally {
  await embedder.close();
}
