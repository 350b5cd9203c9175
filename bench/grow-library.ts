// Makes a made-up library, or goes on with one that was not made to its end, and says how far it is: FOLDER PASSAGES.
import { makeLibrary } from './made-up-library.js';

const [folder = '', count = ''] = process.argv.slice(2);
const begun = performance.now();
const msPerChunk = makeLibrary(folder, Number(count), (chunks) => {
  process.stdout.write(`${chunks} passages after ${Math.round((performance.now() - begun) / 1_000)} s\n`);
});
process.stdout.write(msPerChunk === null ? 'It is there.\n' : `${msPerChunk.toFixed(2)} ms a passage\n`);
