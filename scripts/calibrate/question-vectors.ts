// Vectors of questions, kept in a file: the same questions are asked of many libraries and in many runs.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTokenizer } from '../../electron/engine/chunk/tokenizer.js';
import { type LocalEmbedder, startLocalEmbedder } from '../../electron/engine/embed/local-embedder.js';
import { modelFolder, openModelFolder } from '../../electron/engine/embed/model-files.js';

export class QuestionVectors {
  private constructor(
    private readonly file: string,
    private readonly vectors: Map<string, Float32Array>,
    private readonly embedder: LocalEmbedder,
  ) {}

  static async open(cacheFolder: string): Promise<QuestionVectors> {
    const model = openModelFolder(modelFolder());
    const file = join(cacheFolder, `questions-${model.identity.id}.tsv`);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const vectors = new Map(lines.map(readLine));
    const tokenizer = await openTokenizer(model);
    const embedder = startLocalEmbedder({
      model,
      workers: 1,
      tokenizeQuestion: async (text) => tokenizer.encode(model.manifest.prefixes.question + text),
    });
    return new QuestionVectors(file, vectors, embedder);
  }

  async of(question: string): Promise<Float32Array> {
    const known = this.vectors.get(question);
    if (known !== undefined) return known;
    const vector = await this.embedder.embedQuestion(question);
    this.vectors.set(question, vector);
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    appendFileSync(this.file, `${JSON.stringify(question)}\t${bytes.toString('base64')}\n`);
    return vector;
  }

  close(): Promise<void> {
    return this.embedder.close();
  }
}

function readLine(line: string): readonly [string, Float32Array] {
  const [question = '""', encoded = ''] = line.split('\t');
  const bytes = Buffer.from(encoded, 'base64');
  return [JSON.parse(question) as string, new Float32Array(Uint8Array.from(bytes).buffer)];
}
