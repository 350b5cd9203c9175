// `--only million`: everything that has a figure at a million passages, each part in a process of its own. Made once, it takes an hour.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureInChild } from './child.js';
import type { LargeAnswers } from './large-answers.js';
import type { LargeChanges } from './large-changes.js';
import type { LargeRecall } from './large-recall.js';
import { makeLibrary } from './made-up-library.js';
import { measureStart, type StartFigures } from './starting.js';

export interface MillionFigures extends LargeAnswers {
  readonly chunks: number;
  readonly start: StartFigures;
  readonly changes: LargeChanges;
  readonly recall: LargeRecall;
}

/**
 * @param work a folder that keeps the made-up library; the changes are made to a copy of it
 * @param chunks fewer, to see what grows how
 */
export async function measureMillion(work: string, chunks: number): Promise<MillionFigures> {
  const folder = join(work, `made-up-${chunks}`);
  makeLibrary(folder, chunks, (made) => process.stderr.write(`${made} of ${chunks} passages made\n`));
  // The first run after it was made also writes the vectors' index.
  const answers = await measureInChild<LargeAnswers>('large-answers.ts', [folder]);
  const start = await measureStart(folder);
  const copy = join(work, `copy-of-${chunks}`);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  copyFileSync(join(folder, 'library.db'), join(copy, 'library.db'));
  try {
    const changes = await measureInChild<LargeChanges>('large-changes.ts', [copy]);
    const recall = await measureInChild<LargeRecall>('large-recall.ts', [folder, copy]);
    return { chunks, ...answers, start, changes, recall };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
