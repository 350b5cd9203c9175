// The same model as most apps use it: the library's own pipeline. A process of its own; prints seconds and tokens as JSON.
// Arguments: model folder, file with a JSON array of texts, texts a call.
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { env, pipeline } from '@xenova/transformers';

const [modelFolder = '', textsFile = '', batchWord = '1'] = process.argv.slice(2);
const batchSize = Number(batchWord);
const texts = JSON.parse(readFileSync(textsFile, 'utf8')) as string[];
env.allowRemoteModels = false;
env.localModelPath = dirname(modelFolder);

const embed = await pipeline('feature-extraction', basename(modelFolder), { dtype: 'q8', local_files_only: true });
await embed(texts.slice(0, 4), { pooling: 'mean', normalize: true });
const start = performance.now();
for (let from = 0; from < texts.length; from += batchSize) {
  await embed(texts.slice(from, from + batchSize), { pooling: 'mean', normalize: true });
}
const seconds = (performance.now() - start) / 1_000;
process.stdout.write(JSON.stringify({ seconds }));
