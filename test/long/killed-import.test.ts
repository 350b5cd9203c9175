// The long form of test/engine/store/carry/killed-import.test.ts: a hundred kills.
import { expect, test } from 'vitest';
import { seededRandom } from '../../electron/engine/evaluate/metrics.js';
import { killImporting } from '../helpers/kill-importing.js';

test('a process that is killed while it imports leaves all of the export, or nothing, a hundred times', async () => {
  expect(await killImporting({ documents: 600, times: 100, random: seededRandom(12) })).toBeGreaterThanOrEqual(20);
});
