// An engine that has nothing to do, with a folder that it follows: a minute of it costs next to no processor, and writes nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../../electron/engine/evaluate/metrics.js';
import { startEngineProcess } from '../helpers/engine-process.js';
import { writeNotes } from '../helpers/kill-indexing.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const ticksPerSecond = 100;

interface Cost {
  readonly processorSeconds: number;
  /** By any call that writes, also into pipes. */
  readonly bytesWritten: number;
}

/** Of the process with all its threads, since it was started. */
function costOf(pid: number): Cost {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /su, '')
    .split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  const written = /^wchar: (\d+)$/mu.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1];
  return { processorSeconds: (user + system) / ticksPerSecond, bytesWritten: Number(written) };
}

it.runIf(process.platform === 'linux')('an idle engine takes no processor and no disk', async () => {
  const [root, folder] = [temporaryFolder(), temporaryFolder()];
  writeNotes(root, 200, seededRandom(9));
  const library = await openTestLibrary({ folder });
  await library.index({ paths: [root] });
  await library.close();

  const engine = startEngineProcess();
  const ready = new Promise<void>((resolve) => engine.client.on('modelReady', () => resolve()));
  await engine.client.call('open', { folder, recognition: { mode: 'ask', language: 'en' } });
  await ready;
  await expect.poll(async () => (await engine.client.call('progress', null)).phase, { timeout: 60_000 }).toBe('idle');
  expect((await engine.client.call('search', { query: 'silver market by the river' })).hits.length).toBeGreaterThan(0);
  // What follows a start: the list of words is brought up to date, the log is emptied.
  await wait(15_000);
  const files = () => readdirSync(folder).map((name) => `${name} ${readFileSync(`${folder}/${name}`).byteLength}`);
  const [filesBefore, before] = [files(), costOf(engine.child.pid ?? 0)];
  await wait(60_000);
  const after = costOf(engine.child.pid ?? 0);
  const cost = {
    processorSeconds: after.processorSeconds - before.processorSeconds,
    bytesWritten: after.bytesWritten - before.bytesWritten,
  };
  process.stdout.write(`A minute of an idle engine: ${JSON.stringify(cost)}\n`);
  expect(files()).toEqual(filesBefore);
  expect(cost.processorSeconds).toBeLessThan(0.6);
  expect(cost.bytesWritten).toBeLessThan(65_536);
  await engine.client.call('close', null);
});
