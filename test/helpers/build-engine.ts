// Tests of workers and processes run the built engine: build it once, before the first test, if it is stale.
import { buildStale } from '../../scripts/build.mjs';

export async function setup(): Promise<void> {
  await buildStale(['engine']);
}
