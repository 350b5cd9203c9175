// Before the first window test: everything is built and an Electron is there.
import type { TestProject } from 'vitest/node';
import { buildStale } from '../../scripts/build.mjs';
import { type Electron, findElectron } from '../../scripts/electron-binary.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly electron: Electron;
  }
}

export async function setup(project: TestProject): Promise<void> {
  await buildStale();
  project.provide('electron', await findElectron());
}
