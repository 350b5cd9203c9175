// Acervo's own path from files to searchable vectors. A process of its own, since its loop stands for the engine's.
// Arguments: folder of files, folder for the library, `words` to leave the vectors out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openLibrary } from '../electron/engine/library.js';
import { mixedTexts, writeTexts } from './corpus.js';

const [files = '', folder = '', kind = ''] = process.argv.slice(2);

/** Linux tells what a process wrote to disk and how large it ever was; null elsewhere. */
function processFigure(file: string, name: string): number | null {
  try {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((one) => one.startsWith(name));
    return line === undefined ? null : Number(line.replace(/\D/gu, ''));
  } catch {
    return null;
  }
}

const library = await openLibrary({ folder });
await library.modelReady();
// Every thread and process is there before the clock starts, as the sessions beside us are.
const warm = join(folder, 'warm');
writeTexts(warm, mixedTexts(80, 2));
await library.index({ paths: [warm], wordsOnly: kind === 'words' });
await library.search({ query: 'warm', all: true });
const textBefore = (await library.status()).bytes.text;
const writtenBefore = processFigure('/proc/self/io', 'write_bytes');
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const report = await library.index({ paths: [files], wordsOnly: kind === 'words' });
delay.disable();
const status = await library.status();
await library.close();
const written = processFigure('/proc/self/io', 'write_bytes');
process.stdout.write(
  JSON.stringify({
    seconds: report.seconds.total,
    tokens: report.tokens,
    chunks: report.chunks.added + report.chunks.reused,
    textBytes: status.bytes.text - textBefore,
    databaseBytes: status.bytes.database,
    graphBytes: status.bytes.graph,
    writtenBytes: written === null || writtenBefore === null ? null : written - writtenBefore,
    peakMegabytes: (processFigure('/proc/self/status', 'VmHWM') ?? 0) / 1_024,
    loopBlockedMs: delay.max / 1e6,
  }),
);
