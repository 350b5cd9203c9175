// Opens a library and asks at once, by words and by meaning. Prints the seconds from the start of opening as JSON.
import { openLibrary } from '../electron/engine/library.js';

const [folder = ''] = process.argv.slice(2);
const start = performance.now();
const library = await openLibrary({ folder });
await library.search({ query: 'babace', mode: 'words' });
const firstWordsAnswer = (performance.now() - start) / 1_000;
await library.search({ query: 'babace', mode: 'vector', all: true });
const firstVectorAnswer = (performance.now() - start) / 1_000;
await library.close();
process.stdout.write(JSON.stringify({ firstWordsAnswer, firstVectorAnswer }));
