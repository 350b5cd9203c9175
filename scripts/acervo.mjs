#!/usr/bin/env node
// `npm run -s acervo -- COMMAND …`: builds the engine if it is stale, then runs the command line with everything passed on.
// Nothing but the command itself writes to stdout.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildStale } from './build.mjs';

const cli = fileURLToPath(new URL('../dist/engine/cli.mjs', import.meta.url));

await withStdoutOnStderr(() => buildStale(['engine']));
// npm changes into the checkout: a relative path is one of where it was typed.
const child = spawn(process.execPath, [cli, ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});

/** A terminal sends Ctrl+C to both processes: the command must not get it twice. */
function passOn(signal) {
  if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
}

/** The build may print; results of the command must stand alone on stdout. */
async function withStdoutOnStderr(work) {
  const write = process.stdout.write;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}
