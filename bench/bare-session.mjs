// The ceiling: the model's own session on ready-made ids, nothing else. A process of its own; prints seconds as JSON.
// Arguments: model folder, file with a JSON array of id arrays, kind (`one-session`, `two-workers`, `sorted-batches`).
// Plain JavaScript, since it starts itself again as a worker thread.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const padId = 1n;
/** Sequences of like length side by side, up to `batchTokens` with padding; one a batch where that is 0. */
function batches(sequences, batchTokens) {
  if (batchTokens === 0) return sequences.map((sequence) => [sequence]);
  const made = [];
  for (const sequence of [...sequences].sort((a, b) => a.length - b.length)) {
    const last = made.at(-1);
    if (last === undefined || (last.length + 1) * sequence.length > batchTokens) made.push([sequence]);
    else last.push(sequence);
  }
  return made;
}
async function run({ modelFolder, sequences, threads, batchTokens }) {
  const session = await InferenceSession.create(join(modelFolder, 'onnx', 'model_quantized.onnx'), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
  });
  const runBatch = async (batch) => {
    const width = Math.max(...batch.map((sequence) => sequence.length));
    const ids = new BigInt64Array(batch.length * width).fill(padId);
    const mask = new BigInt64Array(batch.length * width);
    for (const [row, sequence] of batch.entries()) {
      for (const [column, id] of sequence.entries()) {
        ids[row * width + column] = BigInt(id);
        mask[row * width + column] = 1n;
      }
    }
    const shape = [batch.length, width];
    await session.run({ input_ids: new Tensor('int64', ids, shape), attention_mask: new Tensor('int64', mask, shape) });
  };
  for (const batch of batches(sequences.slice(0, 4), batchTokens)) await runBatch(batch);
  const start = performance.now();
  for (const batch of batches(sequences, batchTokens)) await runBatch(batch);
  return (performance.now() - start) / 1e3;
}
async function inTwoWorkers(modelFolder, sequences) {
  // Longest first, each to the lighter side: the two end together.
  const halves = [[], []];
  const loads = [0, 0];
  for (const sequence of [...sequences].sort((a, b) => b.length - a.length)) {
    const side = (loads[0] ?? 0) <= (loads[1] ?? 0) ? 0 : 1;
    halves[side]?.push(sequence);
    loads[side] = (loads[side] ?? 0) + sequence.length;
  }
  const seconds = await Promise.all(
    halves.map(
      (half) =>
        new Promise((resolve, reject) => {
          const job = { modelFolder, sequences: half, threads: 1, batchTokens: 0 };
          const worker = new Worker(fileURLToPath(import.meta.url), { workerData: job });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  return Math.max(...seconds);
}
if (isMainThread) {
  const [modelFolder = '', idsFile = '', kind = ''] = process.argv.slice(2);
  const sequences = JSON.parse(readFileSync(idsFile, 'utf8'));
  const seconds =
    kind === 'two-workers'
      ? await inTwoWorkers(modelFolder, sequences)
      : await run({ modelFolder, sequences, threads: 2, batchTokens: kind === 'sorted-batches' ? 2048 : 0 });
  process.stdout.write(JSON.stringify({ seconds }));
} else {
  parentPort?.postMessage(await run(workerData));
}
