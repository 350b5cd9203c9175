// What is told of the file systems that every machine has.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isChangedFromElsewhere, tellsBlocks } from '../../../electron/engine/ingest/file-system-kind.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

describe.runIf(process.platform === 'linux')('the kind of a file system', () => {
  it('is an own disk for a temporary folder, and not known of what is not there', async () => {
    const folder = temporaryFolder();
    expect([await isChangedFromElsewhere(folder), await tellsBlocks(folder)]).toEqual([false, true]);
    const nowhere = join(folder, 'nowhere');
    expect([await isChangedFromElsewhere(nowhere), await tellsBlocks(nowhere)]).toEqual([false, false]);
  });
});
