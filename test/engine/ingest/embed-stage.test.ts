// The embedding half of a run: portions, pause, bounded memory, failure.
import { describe, expect, it, vi } from 'vitest';
import { packInputs } from '../../../electron/engine/chunk/packed-inputs.js';
import type { Embedder } from '../../../electron/engine/embed/embedder.js';
import { EmbedStage } from '../../../electron/engine/ingest/embed-stage.js';
import { Gate } from '../../../electron/engine/ingest/gate.js';
import { Pace } from '../../../electron/engine/ingest/pace.js';

/** An embedder for counting: the vector says how many ids it was made from. */
function countingEmbedder(onEmbed: (ids: Int32Array) => void = () => undefined): Embedder {
  return {
    identity: { id: 'count', name: 'count', dimension: 1, maxInputTokens: 512 },
    parallelism: 2,
    embedQuestion: async () => new Float32Array([1]),
    async embedTokens(ids) {
      onEmbed(ids);
      await new Promise((resolve) => setImmediate(resolve));
      return new Float32Array([ids.length]);
    },
    close: async () => undefined,
  };
}

/** Of document 1, unless another is named: it is the first byte of each hash. */
function inputs(count: number, tokens: number, row = 1) {
  return packInputs(
    Array.from({ length: count }, (_, index) => ({
      inputHash: Uint8Array.from({ length: 32 }, (_unused, at) =>
        at === 0 ? row : at === 1 ? index % 256 : index >> 8,
      ),
      tokenIds: new Int32Array(tokens),
    })),
  );
}

function stageOf(embedder: Embedder, gate = new Gate(), signal = new AbortController().signal, pace = new Pace()) {
  /** The documents of the vectors, save by save. */
  const saved: number[][] = [];
  const stage = new EmbedStage({
    embedder,
    gates: [new Gate(), gate],
    pace,
    signal,
    save: async (vectors) => {
      saved.push(vectors.map(({ inputHash }) => inputHash[0] ?? 0));
    },
    onEmbedded: () => undefined,
  });
  return { stage, saved };
}

describe('EmbedStage', () => {
  it('stores every vector of every document, those of short documents together and of long ones in portions', async () => {
    const { stage, saved } = stageOf(countingEmbedder());
    stage.add({ row: 1, inputs: inputs(300, 3, 1) });
    for (const row of [2, 3, 4]) stage.add({ row, inputs: inputs(2, 3, row) });
    await stage.drain();
    expect(saved.flat().sort()).toEqual([...Array.from({ length: 300 }, () => 1), 2, 2, 3, 3, 4, 4]);
    expect(saved.map((rows) => rows.length)).toEqual([128, 128, 50]);
  });

  it('stores what is there while the rest takes long', async () => {
    const gate = new Gate();
    const { stage, saved } = stageOf(
      countingEmbedder(() => gate.shut()),
      gate,
    );
    stage.add({ row: 1, inputs: inputs(50, 3) });
    await vi.waitFor(() => expect(saved.flat().length).toBeGreaterThan(0), 5_000);
    gate.open();
  });

  it('refuses documents while too many tokens wait, so that memory stays bounded', async () => {
    const gate = new Gate();
    gate.shut();
    const { stage, saved } = stageOf(countingEmbedder(), gate);
    expect(stage.add({ row: 1, inputs: inputs(1, 4_100_000) })).toBe(true);
    expect(stage.add({ row: 2, inputs: inputs(1, 1) })).toBe(false);
    gate.open();
    await stage.drain();
    expect(saved).toEqual([[1]]);
    expect(stage.add({ row: 2, inputs: inputs(1, 1) })).toBe(true);
    await stage.drain();
  });

  it('embeds nothing while the gate is shut', async () => {
    let embedded = 0;
    const gate = new Gate();
    gate.shut();
    const { stage } = stageOf(
      countingEmbedder(() => {
        embedded += 1;
      }),
      gate,
    );
    stage.add({ row: 1, inputs: inputs(5, 1) });
    await new Promise((resolve) => setImmediate(resolve));
    expect(embedded).toBe(0);
    gate.open();
    await stage.drain();
    expect(embedded).toBe(5);
  });

  it('takes what is to be first before what waits, and moves a document that waits to the front', async () => {
    const gate = new Gate();
    gate.shut();
    const { stage, saved } = stageOf({ ...countingEmbedder(), parallelism: 1 }, gate);
    stage.add({ row: 1, inputs: inputs(2, 1) });
    stage.add({ row: 2, inputs: inputs(2, 1, 2) });
    stage.add({ row: 3, inputs: inputs(2, 1, 3) }, true);
    expect(stage.prefer(2)).toBe(true);
    expect(stage.prefer(9)).toBe(false);
    gate.open();
    await stage.drain();
    expect(saved).toEqual([[2, 2, 3, 3, 1, 1]]);
  });

  it('says when there is room for more, and does not keep anybody waiting when it is stopped', async () => {
    const gate = new Gate();
    const stop = new AbortController();
    gate.shut();
    const { stage } = stageOf(countingEmbedder(), gate, stop.signal);
    await stage.room();
    stage.add({ row: 1, inputs: inputs(100, 1) });
    let hasRoom = false;
    const room = stage.room().then(() => {
      hasRoom = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasRoom).toBe(false);
    stop.abort();
    await room;
    await stage.drain();
  });

  it('stores the vectors that were made of a document when it is stopped in its middle', async () => {
    const stop = new AbortController();
    let embedded = 0;
    const { stage, saved } = stageOf(
      countingEmbedder(() => {
        embedded += 1;
        if (embedded === 5) stop.abort();
      }),
      new Gate(),
      stop.signal,
    );
    stage.add({ row: 1, inputs: inputs(100, 1) });
    await stage.drain();
    const count = saved.flat().length;
    expect(count).toBeGreaterThanOrEqual(5);
    expect(count).toBeLessThan(100);
  });

  it('does one thing at a time at a slow pace, and more again when it is taken back', async () => {
    const pace = new Pace();
    pace.set(true);
    let [now, mostSlow, mostFast] = [0, 0, 0];
    const embedder: Embedder = {
      ...countingEmbedder(),
      parallelism: 2,
      async embedTokens() {
        now += 1;
        if (pace.isSlow) mostSlow = Math.max(mostSlow, now);
        else mostFast = Math.max(mostFast, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return new Float32Array([1]);
      },
    };
    const { stage } = stageOf(embedder, new Gate(), new AbortController().signal, pace);
    stage.add({ row: 1, inputs: inputs(20, 1) });
    await stage.drain();
    pace.set(false);
    stage.add({ row: 2, inputs: inputs(20, 1) });
    await stage.drain();
    expect([mostSlow, mostFast]).toEqual([1, 4]);
  });

  it('hands on the first failure and stops', async () => {
    let embedded = 0;
    const { stage } = stageOf(
      countingEmbedder(() => {
        embedded += 1;
        if (embedded === 3) throw new Error('no model');
      }),
    );
    stage.add({ row: 1, inputs: inputs(500, 1) });
    await expect(stage.drain()).rejects.toThrow('no model');
    expect(embedded).toBeLessThan(20);
  });
});
