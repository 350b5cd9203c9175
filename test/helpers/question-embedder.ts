// The shipped model for single questions, without a library around it.
import { openTokenizer } from '../../electron/engine/chunk/tokenizer.js';
import { startLocalEmbedder } from '../../electron/engine/embed/local-embedder.js';
import { modelFolder, openModelFolder } from '../../electron/engine/embed/model-files.js';

export interface QuestionEmbedder {
  embed(question: string): Promise<Float32Array>;
  close(): Promise<void>;
}

export async function startQuestionEmbedder(): Promise<QuestionEmbedder> {
  const model = openModelFolder(modelFolder());
  const tokenizer = await openTokenizer(model);
  const tokenizeQuestion = async (text: string) => tokenizer.encode(`${model.manifest.prefixes.question}${text}`);
  const embedder = startLocalEmbedder({ model, workers: 1, tokenizeQuestion });
  return { embed: (question) => embedder.embedQuestion(question), close: () => embedder.close() };
}
