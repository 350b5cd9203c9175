// The moment in which one generation takes the place of another: in the store in one transaction, then for whoever reads it.
import type { CurrentEmbedder } from '../embed/current-embedder.js';
import type { LibraryParts } from '../library-parts.js';
import type { NextGeneration } from './generation-builder.js';

/** Nobody may index or ask meanwhile. False where something was left to be built: then nothing is changed. */
export async function putInPlace(
  parts: LibraryParts,
  current: CurrentEmbedder,
  { model, embedder, tokensPerSecond }: NextGeneration,
): Promise<boolean> {
  const { store, text, search, folder } = parts;
  const switched = await store.client.call('switchGeneration', { tokensPerSecond });
  if (switched === null) return false;
  const { generation, generationId } = switched;
  parts.inUse = { generation, generationId, model };
  await text.client.call('useNext', null);
  await current.replace(embedder);
  const { dimension } = generation;
  await search.client.call('open', { folder, generationId, dimension, modelFolder: model.path });
  // Its vectors are read, so that the first question finds all of them.
  await search.client.call('settle', null);
  return true;
}
