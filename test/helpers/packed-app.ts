// Starts the packed app, which lets nobody inspect its main process: the page is driven over the browser's own port.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';
import { appEnvironment, rootArguments, temporaryFolder } from './electron-app.js';

export const packedFolder = join(import.meta.dirname, '..', '..', 'release', 'linux-unpacked');
export const packedBinary = join(packedFolder, 'acervo');

export interface PackedApp {
  readonly page: Page;
  readonly dataFolder: string;
  /** Ends it and waits until it has ended. */
  quit(): Promise<void>;
}

/** An account without any rights, on every Linux. */
const nobody = 65_534;
const startTimeoutMs = 60_000;

export async function launchPacked(): Promise<PackedApp> {
  const dataFolder = temporaryFolder('packed');
  return drive(spawnApp(packedBinary, [...rootArguments], dataFolder, appEnvironment('en_US')), dataFolder);
}

/** As a plain user, with Chromium's sandbox on; needs root to become one, or is a plain user already. */
export async function launchPackedAsPlainUser(): Promise<PackedApp> {
  if (process.getuid?.() !== 0) return launchPacked();
  const dataFolder = temporaryFolder('packed-plain');
  chownSync(dataFolder, nobody, nobody);
  const environment = { ...appEnvironment('en_US'), HOME: dataFolder, ...displayKeyFor(dataFolder) };
  const become = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', readableBinary()];
  return drive(spawnApp('setpriv', become, dataFolder, environment), dataFolder);
}

/** The command lines and kernel states of the app's processes that draw pages. */
export function rendererProcesses(
  dataFolder: string,
): readonly { readonly command: string; readonly status: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && existsSync(`/proc/${name}/cmdline`))
    .map((name) => ({ name, command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }))
    .filter(({ command }) => command.includes('--type=renderer') && command.includes(dataFolder))
    .map(({ name, command }) => ({ command, status: readFileSync(`/proc/${name}/status`, 'utf8') }));
}

function spawnApp(program: string, words: readonly string[], dataFolder: string, env: Record<string, string>) {
  const own = ['--remote-debugging-port=0', `--user-data-dir=${dataFolder}`];
  return spawn(program, [...words, ...own], { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

async function drive(child: ChildProcess, dataFolder: string): Promise<PackedApp> {
  const address = await devToolsAddress(child);
  // Joining while the window is being made can hang: first its page must be there.
  await untilPageIsThere(new URL(address).port);
  const browser = await chromium.connectOverCDP(address);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('The packed app has no page.');
  page.setDefaultTimeout(30_000);
  return {
    page,
    dataFolder,
    async quit() {
      const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      child.kill('SIGTERM');
      await ended;
      await browser.close();
    },
  };
}

async function devToolsAddress(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('The packed app has no stderr.');
  const said: string[] = [];
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The packed app ended at its start:\n${said.join('\n')}`);
  });
  const found = new Promise<string>((resolve) => {
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      said.push(line);
      const address = /DevTools listening on (ws:\S+)/u.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return Promise.race([found, ended]);
}

async function untilPageIsThere(port: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { readonly url: string }[];
    if (pages.some(({ url }) => url.startsWith('app://ui/'))) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The packed app showed no page.');
}

/** Where the checkout lies in somebody's own folder, another user needs a copy elsewhere. */
function readableBinary(): string {
  const words = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', 'test', '-x', packedBinary];
  if (spawnSync('setpriv', words).status === 0) return packedBinary;
  const copy = join(temporaryFolder('packed-copy'), 'app');
  cpSync(packedFolder, copy, { recursive: true });
  chmodSync(join(copy, '..'), 0o755);
  return join(copy, 'acervo');
}

/** The key of the display belongs to who started it; the plain user gets a copy. */
function displayKeyFor(folder: string): Record<string, string> {
  const key = process.env.XAUTHORITY;
  if (key === undefined) return {};
  const copy = join(folder, 'display-key');
  copyFileSync(key, copy);
  chownSync(copy, nobody, nobody);
  return { XAUTHORITY: copy };
}
