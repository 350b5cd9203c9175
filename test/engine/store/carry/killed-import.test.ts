// An import that is killed is undone, or it is whole. The long form is in test/long.
import { expect, test } from 'vitest';
import { seededRandom } from '../../../../electron/engine/evaluate/metrics.js';
import { killImporting } from '../../../helpers/kill-importing.js';

test('a process that is killed while it imports leaves all of the export, or nothing', async () => {
  expect(await killImporting({ documents: 400, times: 3, random: seededRandom(11) })).toBeGreaterThanOrEqual(1);
});
