// A process of its own that works on a library until it is killed. Prints a line after each step.
// Arguments: library folder, then `hold` (opens it and waits), `rewrite` (saves new versions of documents without end), or
// `import` and a file (takes it in, and ends).

import { createStore } from '../../electron/engine/store/store.js';
import type { ToRead } from '../../electron/engine/store/store-methods.js';
import { AppError } from '../../shared/errors.js';
import { hashOf, makeChunks, makeDocument, makeVectors, testGeneration } from './make-document.js';

const [folder = '', task = 'hold', file = ''] = process.argv.slice(2);
const store = createStore();

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Every paragraph names document and version, so that a mixture of two versions shows. */
function versionText(name: string, version: number): string {
  const paragraphs = 5 + ((version * 7) % 40);
  return Array.from({ length: paragraphs }, (_, index) => `${name} version ${version} part ${index}`).join('\n\n');
}

function rewrite(toRead: readonly ToRead[], version: number): void {
  for (const { row, relativePath } of toRead) {
    const text = versionText(relativePath, version);
    const chunks = makeChunks(text);
    const place = { row, contentHash: hashOf(text), sizeBytes: text.length, modifiedMs: version };
    store.planContent({ ...place, force: true });
    store.saveWords({ ...place, document: makeDocument(text), chunks });
    store.saveVectors({ vectors: makeVectors(chunks.slice(0, 3)) });
    store.saveVectors({ vectors: makeVectors(chunks.slice(3)) });
    say(`saved ${relativePath} ${version}`);
  }
}

/** Steps are taken one by one, so that what is printed leaves the process before the next. */
function rewriteForEver(): void {
  const root = store.addRoot({ path: '/documents', isFile: false, collection: 'default' });
  const entries = Array.from({ length: 5 }, (_, index) => ({
    relativePath: `${index}.txt`,
    sizeBytes: 1,
    modifiedMs: 1,
  }));
  const step = (version: number): void => {
    const { checkId } = store.beginCheck({ folderId: root.folderId, under: '' });
    const { toRead } = store.planBatch({ checkId, entries: entries.slice(version % 2), force: true });
    rewrite(toRead, version);
    store.endCheck({ checkId, keepUnder: [] });
    setImmediate(step, version + 1);
  };
  step(Date.now() % 1_000_000);
}

async function takeIn(): Promise<void> {
  await store.importLibrary({ file, folders: [] });
  store.close(null);
  say('imported');
}

try {
  store.open({ folder, generation: testGeneration, holder: 'window' });
  say('open');
  if (task === 'rewrite') rewriteForEver();
  else if (task === 'import') await takeIn();
  else setInterval(() => say('still here'), 60_000);
} catch (error) {
  say(error instanceof AppError ? error.code : String(error));
}
