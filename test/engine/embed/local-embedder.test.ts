// The embedder with the real model and real worker threads.
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalEmbedder, startLocalEmbedder } from '../../../electron/engine/embed/local-embedder.js';
import { modelFolder, openModelFolder } from '../../../electron/engine/embed/model-files.js';
import { entryFile } from '../../../electron/engine/workers/node-channels.js';
import { type RunningTextWorker, startTextWorker } from '../../helpers/text-worker.js';

interface Golden {
  readonly texts: readonly { readonly text: string; readonly vector: readonly number[] }[];
}

/** The real worker, which also ends at the word 'die', between two runs (an end within one takes the process along). */
const mortalWorker = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(() => {
    parentPort.on('message', (message) => { if (message === 'die') process.exit(1); });
  });
`;

const model = openModelFolder(modelFolder());
let text: RunningTextWorker;
let embedder: LocalEmbedder;
/** Every worker thread that an embedder of this file has started. */
const started: Worker[] = [];

function start(workers: number, onDemand = false): LocalEmbedder {
  return startLocalEmbedder({
    model,
    workers,
    onDemand,
    tokenizeQuestion: (question, signal) => text.client.call('tokenizeQuestion', { text: question }, signal),
    startWorker() {
      const worker = new Worker(mortalWorker, { eval: true, workerData: entryFile('embed-worker') });
      started.push(worker);
      return worker;
    },
  });
}

beforeAll(async () => {
  text = startTextWorker();
  await text.client.call('open', { modelFolder: model.path });
  embedder = start(2);
  await embedder.ready();
});
afterAll(async () => {
  await embedder.close();
  await text.stop();
});

test('loads no model on demand until there is something to embed, a question or a passage', async () => {
  const before = started.length;
  const lazy = start(1, true);
  expect(started).toHaveLength(before);
  expect(await lazy.embedQuestion('¿cuándo abre?')).toEqual(await embedder.embedQuestion('¿cuándo abre?'));
  expect(started).toHaveLength(before + 1);
  await lazy.close();
  const other = start(1, true);
  await other.embedTokens(await idsOf('El museo abre a las diez.'));
  expect(started).toHaveLength(before + 2);
  await other.close();
});

test('a few passages need no second thread; many do', async () => {
  const before = started.length;
  const own = start(2);
  const ids = await idsOf('El museo abre a las diez.');
  const embedMany = (count: number) => Promise.all(Array.from({ length: count }, () => own.embedTokens(ids)));
  // However often a little is to be done.
  for (let time = 0; time < 4; time += 1) await embedMany(4);
  expect(started).toHaveLength(before + 1);
  await embedMany(40);
  expect(started).toHaveLength(before + 2);
  await own.close();
});

async function idsOf(passage: string): Promise<Int32Array> {
  const [ids] = await text.client.call('tokenizeInputs', { inputs: [{ context: '', text: passage }] });
  return ids ?? new Int32Array();
}

async function passageVector(passage: string): Promise<Float32Array> {
  return embedder.embedTokens(await idsOf(passage));
}

function dot(first: ArrayLike<number>, second: ArrayLike<number>): number {
  return Array.from(first).reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);
}

/** A sequence that takes the model a good while. */
async function longIds(seed: number): Promise<Int32Array> {
  return idsOf(`${seed} ${'garantía devolución factura pedido almacén '.repeat(20)}`);
}

test('the vectors are those of the golden texts', async () => {
  const golden = JSON.parse(readFileSync('test/fixtures/golden.json', 'utf8')) as Golden;
  for (const { text: input, vector } of golden.texts) {
    const own = input.startsWith('query: ')
      ? await embedder.embedQuestion(input.slice('query: '.length))
      : await passageVector(input.slice('passage: '.length));
    expect(own).toHaveLength(384);
    expect(dot(own, own)).toBeCloseTo(1, 5);
    expect(dot(own, vector)).toBeGreaterThan(0.985);
  }
});

test('a sequence has one vector, whoever its neighbours are', async () => {
  const ids = await idsOf('El plazo de devolución es de 30 días naturales.');
  const alone = await embedder.embedTokens(ids);
  const others = await Promise.all([longIds(1), longIds(2), idsOf('Hola.')]);
  const [, again, , andAgain] = await Promise.all(
    [others[0], ids, others[1], ids, others[2]].map((each) => embedder.embedTokens(each ?? ids)),
  );
  expect(again).toEqual(alone);
  expect(andAgain).toEqual(alone);
});

test.each([
  ['¿Cuántos días tengo para devolver un producto?', 'You can return any item within thirty days of delivery.'],
  ['Wann öffnet das Museum am Sonntag?', 'El museo abre los domingos a las diez de la mañana.'],
  ['how do I clean the coffee machine', '每两个月用柠檬酸给咖啡机除垢。'],
])('"%s" is nearest to its answer in another language', async (question, answer) => {
  const unrelated = [
    'The parliament passed the budget after a long debate on taxes.',
    'La fotosíntesis convierte la luz en energía química.',
    'Der Zug nach Hamburg hat heute zwanzig Minuten Verspätung.',
  ];
  const asked = await embedder.embedQuestion(question);
  const right = dot(asked, await passageVector(answer));
  for (const other of unrelated) expect(right).toBeGreaterThan(dot(asked, await passageVector(other)) + 0.02);
});

test('a question that is asked again is not embedded again', async () => {
  const first = await embedder.embedQuestion('¿Qué días abre la biblioteca?');
  expect(await embedder.embedQuestion('¿Qué días abre la biblioteca?')).toBe(first);
  expect(await embedder.embedQuestion('¿Qué días abre la piscina?')).not.toEqual(first);
});

test('a question goes before the indexing that waits', async () => {
  const sequences = await Promise.all(Array.from({ length: 50 }, (_, index) => longIds(index)));
  let finished = 0;
  const indexing = sequences.map(async (ids) => {
    await embedder.embedTokens(ids);
    finished++;
  });
  await Promise.race(indexing);
  await embedder.embedQuestion('¿Cuándo llega mi pedido?');
  // Two run and one more may have begun in each thread while the question was tokenized.
  expect(finished).toBeLessThan(15);
  await Promise.all(indexing);
  expect(finished).toBe(50);
});

test('a question goes before the reranking that waits, and that before the indexing', async () => {
  const ids = await idsOf('¿Cuándo llega mi pedido?');
  const sequences = await Promise.all(Array.from({ length: 40 }, (_, index) => longIds(index)));
  const finished: string[] = [];
  const indexing = sequences.map((ids) => embedder.embedTokens(ids).then(() => finished.push('indexing')));
  const reranking = sequences
    .slice(0, 20)
    .map((ids) => embedder.embedEachToken(ids).then(() => finished.push('token')));
  const question = embedder.embedTokensFirst(ids).then(() => finished.push('question'));
  await Promise.all([...indexing, ...reranking, question]);
  const count = (kind: string, end: number): number => finished.slice(0, end).filter((one) => one === kind).length;
  // Two run and two wait in each of the two threads when something better comes.
  expect(finished.indexOf('question')).toBeLessThan(12);
  expect(count('indexing', finished.lastIndexOf('token'))).toBeLessThan(8);
});

test('each token has its own vector; their mean is that of the text', async () => {
  const ids = await idsOf('El museo abre a las diez.');
  const { dimension, values, scales } = await embedder.embedEachToken(ids);
  expect([dimension, values.length, scales.length]).toEqual([384, ids.length * 384, ids.length]);
  const mean = Float32Array.from({ length: dimension }, (_, at) =>
    Array.from(scales).reduce((sum, scale, token) => sum + scale * (values[token * dimension + at] ?? 0), 0),
  );
  expect(dot(mean, await embedder.embedTokens(ids)) / Math.sqrt(dot(mean, mean))).toBeGreaterThan(0.99);
});

test('what is stopped while it waits is not embedded, and the rest is', async () => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const ids = await longIds(0);
  const kept = Array.from({ length: 6 }, () => embedder.embedTokens(ids));
  const stopped = Array.from({ length: 20 }, () => embedder.embedTokens(ids, controller.signal));
  controller.abort();
  const ends = await Promise.allSettled(stopped);
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
  expect(await Promise.all(kept)).toHaveLength(6);
});

test('a worker that dies is replaced, and nothing that it had is lost', async () => {
  const before = started.length;
  const sequences = await Promise.all(Array.from({ length: 12 }, (_, index) => longIds(index)));
  const vectors = sequences.map((ids) => embedder.embedTokens(ids));
  await vectors[0];
  started.at(-1)?.postMessage('die');
  const found = await Promise.all(vectors);
  expect(found.map((vector) => vector.length)).toEqual(sequences.map(() => 384));
  expect(found[3]).toEqual(await embedder.embedTokens(sequences[3] ?? new Int32Array()));
  expect(started.length).toBe(before + 1);
});

test('fewer and more threads are used from then on, and nothing that was asked for is lost', async () => {
  const own = start(3);
  await own.ready();
  const before = started.length;
  const first = Promise.all(
    Array.from({ length: 30 }, (_, index) => longIds(index)).map(async (ids) => own.embedTokens(await ids)),
  );
  own.setThreads(1);
  expect(own.parallelism).toBe(1);
  expect(await first).toHaveLength(30);
  const ids = await longIds(1);
  await Promise.all(Array.from({ length: 10 }, () => own.embedTokens(ids)));
  own.setThreads(2);
  expect(await Promise.all(Array.from({ length: 30 }, () => own.embedTokens(ids)))).toHaveLength(30);
  expect(started.length).toBeGreaterThan(before);
  own.setThreads(null);
  expect(own.parallelism).toBe(3);
  await own.close();
});

test('a model that is not there ends every call with its own error', async () => {
  const broken = startLocalEmbedder({
    model: { ...model, path: '/nowhere' },
    workers: 1,
    tokenizeQuestion: () => Promise.resolve(Int32Array.of(0, 2)),
  });
  await expect(broken.ready()).rejects.toMatchObject({ code: 'model-missing' });
  await expect(broken.embedQuestion('x')).rejects.toMatchObject({ code: 'model-missing' });
  await broken.close();
});

test('a worker that keeps dying is given up, and says so', async () => {
  const dying = startLocalEmbedder({
    model,
    workers: 1,
    tokenizeQuestion: () => Promise.resolve(Int32Array.of(0, 2)),
    startWorker: () => new Worker('process.exit(1)', { eval: true }),
  });
  await expect(dying.embedQuestion('x')).rejects.toMatchObject({ code: 'engine-stopped' });
  await expect(dying.ready()).rejects.toMatchObject({ code: 'engine-stopped' });
  await dying.close();
});

test('closing waits for what runs, ends what waits and refuses what comes', async () => {
  const closing = start(1);
  await closing.ready();
  const ids = await longIds(0);
  const runs = closing.embedTokens(ids);
  const waits = Promise.allSettled(Array.from({ length: 5 }, () => closing.embedTokens(ids)));
  await closing.close();
  expect(await runs).toHaveLength(384);
  expect((await waits).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'engine-stopped' } });
  await expect(closing.embedTokens(ids)).rejects.toMatchObject({ code: 'engine-stopped' });
});
