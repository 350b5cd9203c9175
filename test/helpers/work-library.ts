// A process of its own that opens a library and does one thing with it, to be killed meanwhile: prints `begun`, then `done`.
// Arguments: the library's folder, the folder of the model that stands in for the one that ships, a LibraryTask as JSON.
import { type Library, openLibrary } from '../../electron/engine/library.js';
import { assertNever } from '../../shared/errors.js';
import type { LibraryTask } from './kill-library.js';

const [folder = '', modelFolder = '', json = ''] = process.argv.slice(2);
const task = JSON.parse(json) as LibraryTask;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function work(library: Library): Promise<unknown> {
  switch (task.kind) {
    case 'open':
      // Heals what the one before it was killed in.
      return library.verify();
    case 'index':
      return library.index({ paths: [task.root] });
    case 'build':
      return library.models.change({ model: task.model });
    case 'import':
      return library.importFrom(task.file);
    case 'remove': {
      const { folders } = await library.status();
      const removed = folders.find(({ path }) => path === task.root);
      await library.removeFolder(removed?.folderId ?? 0);
      // Only then is the file written anew.
      return library.verify();
    }
    case 'reset':
      return library.reset();
    case 'export':
      return library.exportTo(task.file);
    default:
      return assertNever(task);
  }
}

if (task.kind === 'open') say('begun');
const library = await openLibrary({ folder, modelFolder, modelOnDemand: true, embedThreads: 1 });
if (task.kind !== 'open') say('begun');
await work(library);
await library.close();
say('done');
