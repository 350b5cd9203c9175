// Builds what is stale: each bundle is made again only when a file that it is made from has changed.
// `node scripts/build.mjs [engine|main|preload|renderer …]`; all of them without a name.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = {
  engine: ['electron/engine', 'electron/cli', 'shared'],
  main: ['electron/main', 'shared'],
  preload: ['electron/preload', 'shared'],
  renderer: ['renderer', 'shared'],
};
const common = ['vite.config.ts', 'package-lock.json', 'scripts/build.mjs'];

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) hash.update(file).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Whoever builds, a test run too, gets what ships: packages have slower twins with checks of their own for development. */
async function forProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Builds the named bundles where they are stale; resolves to the names that were built. */
export async function buildStale(names = Object.keys(sources)) {
  const built = [];
  for (const name of names) {
    if (!(name in sources)) throw new Error(`No such bundle: ${name}. There are ${Object.keys(sources).join(', ')}.`);
    const now = fingerprint([...sources[name], ...common]);
    const stamp = join(root, 'dist', `${name}.stamp`);
    const isFresh = existsSync(join(root, 'dist', name)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
    if (isFresh) continue;
    await forProduction(() => build({ mode: name, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }));
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(stamp, now);
    built.push(name);
  }
  return built;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2);
  const built = await buildStale(names.length > 0 ? names : undefined);
  process.stderr.write(built.length > 0 ? `Built: ${built.join(', ')}.\n` : 'Everything is up to date.\n');
}
