// A model's trial: it is loaded and asked, as it will be, before a library's vectors are entrusted to it.
import type { Pooling } from '../../../shared/domain/models.js';
import { AppError } from '../../../shared/errors.js';
import { passageTokenizer, truncatedIds } from '../chunk/passage-tokenizer.js';
import { openTokenizer } from '../chunk/tokenizer.js';
import type { ModelFolder, ModelManifest } from '../embed/model-files.js';
import { openSession, outputOf as rawOutput, vectorOf } from '../embed/run-model.js';

type Session = Awaited<ReturnType<typeof openSession>>;

/** What the trial has found out: with it the manifest is whole. */
export interface TrialResult {
  readonly inputs: ModelManifest['inputs'];
  readonly output: ModelManifest['output'];
  readonly tokensPerSecond: number;
}

/** Outputs of one vector a text, and of one a token, by the names that exporters give them. */
const sentenceOutputs = ['sentence_embedding', 'sentence_embeddings', 'pooler_output_normalized'];
const tokenOutputs = ['last_hidden_state', 'token_embeddings', 'hidden_states'];
const tokenIdInputs = ['input_ids', 'tokens'];
const maskInputs = ['attention_mask', 'mask'];
const typeInputs = ['token_type_ids', 'segment_ids'];

/** A text, one that says nearly the same, and one that has nothing to do with it: a model may know one language only. */
const triples: readonly (readonly (readonly [string, string, string])[])[] = [
  [
    [
      'The cat sleeps on the red sofa.',
      'A cat is sleeping on the sofa.',
      'Interest rates were raised again last month.',
    ],
    [
      'You can return the shoes within thirty days.',
      'The shoes may be returned for thirty days.',
      'Snow fell on the mountains.',
    ],
    [
      'The train to Berlin leaves at nine.',
      'At nine the train leaves for Berlin.',
      'Boil the potatoes with some salt.',
    ],
  ],
  [
    [
      'El gato duerme en el sofá rojo.',
      'Un gato está durmiendo en el sofá.',
      'Los tipos de interés subieron otra vez.',
    ],
    [
      'Puedes devolver los zapatos en treinta días.',
      'Los zapatos se pueden devolver en treinta días.',
      'Nevó en las montañas.',
    ],
    [
      'El tren a Berlín sale a las nueve.',
      'A las nueve sale el tren a Berlín.',
      'Hierve las patatas con un poco de sal.',
    ],
  ],
  [
    ['Die Katze schläft auf dem roten Sofa.', 'Eine Katze schläft auf dem Sofa.', 'Die Zinsen wurden wieder erhöht.'],
    [
      'Schuhe können dreißig Tage lang zurückgegeben werden.',
      'Die Rückgabe der Schuhe ist dreißig Tage möglich.',
      'In den Bergen fiel Schnee.',
    ],
    ['Der Zug nach Berlin fährt um neun.', 'Um neun fährt der Zug nach Berlin.', 'Kartoffeln mit etwas Salz kochen.'],
  ],
  [
    ['猫在红色的沙发上睡觉。', '一只猫正睡在沙发上。', '上个月利率再次上调。'],
    ['鞋子可以在三十天内退货。', '三十天之内可以退鞋。', '山上下雪了。'],
    ['去柏林的火车九点出发。', '九点有火车开往柏林。', '土豆加一点盐煮熟。'],
  ],
];
const steadyWithin = 1e-5;
/** Of one text against itself the cosine is 1; vectors that all point one way are as near. */
const alikeWithin = 1e-6;

/**
 * Loads the model and asks it. Blocks the thread that calls it.
 * @param model with a manifest whose names of inputs and outputs are not to be believed, unless `isKnown`
 * @param pooling what was said of it; null: whatever the model's outputs tell by themselves
 * @throws AppError `model-unfit`, `model-unclear`, `model-incomplete`
 */
export async function tryModel(
  model: ModelFolder,
  weights: string,
  pooling: Pooling | null,
  isKnown: boolean,
): Promise<TrialResult> {
  const tokenizer = await openTokenizer(model).catch((cause: unknown) => {
    throw new AppError(
      'model-incomplete',
      'Its tokenizer.json cannot be used. Export the model with its fast tokenizer, and add it again.',
      { cause },
    );
  });
  const session = await openSession(weights).catch((cause: unknown) => {
    throw unfit(
      'The model cannot be loaded: its file is damaged, or of a kind that Acervo cannot run. Fetch it once more, or choose another export of it',
      cause,
    );
  });
  try {
    const names = isKnown
      ? { inputs: model.manifest.inputs, output: model.manifest.output }
      : { inputs: inputsOf(session), output: outputOf(session, pooling) };
    const manifest = { ...model.manifest, ...names };
    await checkDimension(manifest, session, tokenizer.encode('One.'));
    const { encode } = passageTokenizer(tokenizer, manifest);
    const vector = async (text: string): Promise<Float32Array> => {
      const ids = truncatedIds(encode('', text), manifest.maxInputTokens);
      if (ids.length <= tokenizer.specialTokens) {
        throw unfit('Its tokenizer makes nothing of plain words. Export the model again with its tokenizer');
      }
      return run(manifest, session, ids);
    };
    await checkSteady(vector);
    await checkMeaning(vector);
    return { ...names, tokensPerSecond: await speedOf(manifest, session, encode) };
  } finally {
    await session.release();
  }
}

function inputsOf({ inputNames }: Session): ModelManifest['inputs'] {
  const named = (names: readonly string[]): string | undefined => names.find((name) => inputNames.includes(name));
  const tokenIds = named(tokenIdInputs);
  const attentionMask = named(maskInputs);
  const tokenTypes = named(typeInputs);
  const known = new Set([tokenIds, attentionMask, tokenTypes]);
  const others = inputNames.filter((name) => !known.has(name));
  if (tokenIds === undefined || attentionMask === undefined || others.length > 0) {
    throw unfit(
      `It asks for other inputs than a text model does (${inputNames.join(', ')}). Choose a model that was exported for feature extraction`,
    );
  }
  return { tokenIds, attentionMask, ...(tokenTypes === undefined ? {} : { tokenTypes }) };
}

function outputOf({ outputNames }: Session, pooling: Pooling | null): ModelManifest['output'] {
  const sentence = sentenceOutputs.find((name) => outputNames.includes(name));
  const tokens = tokenOutputs.find((name) => outputNames.includes(name));
  const normalised = false;
  if (sentence !== undefined && (pooling === null || pooling === 'in-model')) {
    return { name: sentence, pooling: 'in-model', normalised };
  }
  if (tokens !== undefined && pooling !== null && pooling !== 'in-model') return { name: tokens, pooling, normalised };
  if (tokens !== undefined && pooling === null) {
    throw new AppError(
      'model-unclear',
      'Nothing in the folder says how the vectors of its tokens become one. Say it (on the command line by --pooling): mean or cls, as the page of the model tells.',
    );
  }
  throw unfit(
    `It gives ${outputNames.join(', ')}, and nothing that is ${pooling === 'in-model' ? 'one vector a text' : 'one vector a token'}. Choose another pooling, or a model for feature extraction`,
  );
}

/** Of one text, so that its numbers can be counted. */
async function checkDimension(manifest: ModelManifest, session: Session, ids: Int32Array): Promise<void> {
  const { output, dimension } = manifest;
  const { length: size } = await rawOutput(manifest, session, ids).catch(failed);
  const wanted = output.pooling === 'in-model' ? dimension : dimension * ids.length;
  if (size === wanted) return;
  const found = output.pooling === 'in-model' ? size : size / ids.length;
  throw unfit(
    `Its vectors have ${Number.isInteger(found) ? found : size} numbers, not ${dimension} as was said. Correct the dimension, or leave it out`,
  );
}

async function checkSteady(vector: (text: string) => Promise<Float32Array>): Promise<void> {
  const text = triples[0]?.[0]?.[0] ?? '';
  const [first, second] = [await vector(text), await vector(text)];
  const isNumbers = first.every((value) => Number.isFinite(value));
  if (!isNumbers || Math.abs(dot(first, first) - 1) > 1e-3) {
    throw unfit('Its vectors are no numbers that can be compared. Fetch the model once more, or choose another one');
  }
  if (first.some((value, at) => Math.abs(value - (second[at] ?? 0)) > steadyWithin)) {
    throw unfit(
      'It gives another vector for the same text each time. Choose a model that was exported for use, not for training',
    );
  }
}

/** In one of the languages at least, what says nearly the same has to be nearer than what does not. */
async function checkMeaning(vector: (text: string) => Promise<Float32Array>): Promise<void> {
  for (const language of triples) {
    let hasMeaning = true;
    for (const [text, near, far] of language) {
      const own = await vector(text);
      const nearness = dot(own, await vector(near)) - dot(own, await vector(far));
      hasMeaning &&= nearness > alikeWithin;
    }
    if (hasMeaning) return;
  }
  throw unfit(
    'Sentences that say the same are no nearer to each other than others. Check pooling and prefixes on the page of the model, or choose another one',
  );
}

/** Of one thread; the first run of a length is slower and not counted. */
async function speedOf(
  manifest: ModelManifest,
  session: Session,
  encode: (context: string, text: string) => Int32Array,
): Promise<number> {
  const text = triples
    .flatMap((language) => language.flat())
    .slice(0, 9)
    .join(' ');
  const ids = truncatedIds(encode('', text), Math.min(128, manifest.maxInputTokens));
  await run(manifest, session, ids);
  const startMs = performance.now();
  for (let time = 0; time < 3; time++) await run(manifest, session, ids);
  return Math.max(1, Math.round((3 * ids.length) / ((performance.now() - startMs) / 1_000)));
}

async function run(manifest: ModelManifest, session: Session, ids: Int32Array): Promise<Float32Array> {
  return vectorOf(manifest, session, ids).catch(failed);
}

function failed(cause: unknown): never {
  throw unfit('The model fails when it is given a sentence. Fetch it once more, or choose another export of it', cause);
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function unfit(words: string, cause?: unknown): AppError {
  return new AppError('model-unfit', `${words}.`, { cause });
}
