// Starts the parse process as a child of this one: for the command line and the tests.
import { fork } from 'node:child_process';
import { childChannel, entryFile } from '../workers/node-channels.js';
import { loadLimits } from './load-limits.js';
import type { ParserConnection } from './parser.js';

/** A new child process that runs the built `parse-process`. Its output is thrown away: it may hold words of the document. */
export async function forkParser(): Promise<ParserConnection> {
  const child = fork(entryFile('parse-process'), {
    serialization: 'advanced',
    // Measured: on small documents the helpers of the garbage collector took as much processor time as all the rest.
    execArgv: [`--max-old-space-size=${loadLimits.maxHeapMebibytes}`, '--single-threaded-gc'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  // An idle parse process keeps nobody from ending; one that works is kept by whoever awaits it.
  child.unref();
  child.channel?.unref();
  // Killing a process that is already gone is no error worth ending for.
  child.on('error', () => undefined);
  return { channel: childChannel(child), pid: child.pid ?? null, kill: () => void child.kill('SIGKILL') };
}
