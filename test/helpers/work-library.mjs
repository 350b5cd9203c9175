// A process of its own that opens a library and does one thing with it, to be killed meanwhile: prints `begun`, then `done`.
// Arguments: the library's folder, the folder of the model that stands in for the one that ships, a LibraryTask as JSON.
// Plain JavaScript on the built engine, since it is started again and again.

const built = new URL('../../dist/engine/library.mjs', import.meta.url);
const { openLibrary } = await import(built.href);

const [folder, modelFolder, json] = process.argv.slice(2);
const task = JSON.parse(json);

const work = {
  // Heals what the one before it was killed in.
  open: (library) => library.verify(),
  index: (library) => library.index({ paths: [task.root] }),
  build: (library) => library.models.change({ model: task.model }),
  import: (library) => library.importFrom(task.file),
  async remove(library) {
    const { folders } = await library.status();
    await library.removeFolder(folders.find(({ path }) => path === task.root).folderId);
    // Only then is the file written anew.
    await library.verify();
  },
  reset: (library) => library.reset(),
  export: (library) => library.exportTo(task.file),
};

if (task.kind === 'open') console.log('begun');
const library = await openLibrary({ folder, modelFolder, modelOnDemand: true, embedThreads: 1 });
if (task.kind !== 'open') console.log('begun');
await work[task.kind](library);
await library.close();
console.log('done');
