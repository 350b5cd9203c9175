// Adding, pausing and power as main handles them, with an engine that only answers.
import { EventEmitter } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PowerMonitor } from 'electron';
import { expect, it, onTestFinished } from 'vitest';
import type { EngineCall } from '../../electron/main/engine-host.js';
import { libraryHandlers } from '../../electron/main/ipc/library.js';
import { watchPower } from '../../electron/main/power.js';
import type { AddQuestion, WorkEstimate } from '../../shared/domain/estimate.js';

const little: WorkEstimate = { files: 3, bytes: 1_000, seconds: 2, isMeasured: true, isWhole: true };

function handlersWith(estimate: WorkEstimate) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-handlers-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const added: unknown[] = [];
  const questions: AddQuestion[] = [];
  const paused: boolean[] = [];
  const call = (async (method: string, payload: unknown) => {
    if (method === 'estimate') return estimate;
    if (method === 'add') added.push(payload);
    return null;
  }) as EngineCall;
  const handlers = libraryHandlers({
    call,
    pickFolders: async () => [folder],
    sampleLibrary: folder,
    askToAdd: (question) => questions.push(question),
    notePaused: (isPaused) => paused.push(isPaused),
  });
  return { handlers, folder, added, questions, paused };
}

it('adds little at once, without a question', async () => {
  const { handlers, folder, added, questions } = handlersWith(little);
  expect(await handlers['library.add-dropped']({ paths: [folder] })).toEqual({ added: 1 });
  expect(added).toEqual([{ paths: [folder] }]);
  expect(questions).toEqual([]);
});

it.each([{ files: 2_001 }, { bytes: 600_000_000 }, { seconds: 200 }, { isWhole: false }])(
  'asks before much work is begun (%j), and adds once, and only after a yes',
  async (much) => {
    const estimate = { ...little, ...much };
    const { handlers, folder, added, questions } = handlersWith(estimate);
    expect(await handlers['library.pick-folders']()).toEqual({ added: 0 });
    expect(await handlers['library.add-dropped']({ paths: [folder] })).toEqual({ added: 0 });
    expect(questions).toEqual([
      { questionId: 1, places: 1, estimate },
      { questionId: 2, places: 1, estimate },
    ]);
    expect(await handlers['library.answer-add']({ questionId: 1, isYes: false })).toEqual({ added: 0 });
    expect(await handlers['library.answer-add']({ questionId: 1, isYes: true })).toEqual({ added: 0 });
    expect(added).toEqual([]);
    expect(await handlers['library.answer-add']({ questionId: 2, isYes: true })).toEqual({ added: 1 });
    expect(await handlers['library.answer-add']({ questionId: 2, isYes: true })).toEqual({ added: 0 });
    expect(added).toEqual([{ paths: [folder] }]);
  },
);

it('keeps for the next start whether it is paused', async () => {
  const { handlers, paused } = handlersWith(little);
  await handlers['library.pause']();
  await handlers['library.resume']();
  expect(paused).toEqual([true, false]);
});

it('knows whether the machine runs on its battery, and tells of each change once', () => {
  const monitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => true });
  let changes = 0;
  const power = watchPower(monitor as unknown as PowerMonitor, () => {
    changes += 1;
  });
  expect(power.isOnBattery()).toBe(true);
  monitor.emit('on-battery');
  monitor.emit('on-ac');
  monitor.emit('on-ac');
  expect([power.isOnBattery(), changes]).toEqual([false, 1]);
});
