// `npm run pack`: makes the folder app for this platform in release/, then checks what came out: fuses read back from the
// binary, every file outside the archive on a list, and the size under its budget. Other words go to electron-builder:
// `npm run pack -- --linux AppImage deb`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { buildStale } from './build.mjs';
import { findElectron } from './electron-binary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stage = join(root, 'release', 'stage');
/** 95: text recognition with its four languages takes 19 of it. */
const budgetMb = 95;

/** Machine code and language data of text recognition; electron/engine/recognise/recognition-data.ts reads them. */
const recognitionFiles = [
  'tesseract.js-core/tesseract-core-simd.wasm',
  '@hyzyla/pdfium/dist/pdfium.wasm',
  ...['osd', 'eng', 'spa', 'fra', 'deu'].map(
    (name) => `@tesseract.js-data/${name}/4.0.0_best_int/${name}.traineddata.gz`,
  ),
];

const say = (text) => process.stdout.write(`${text}\n`);

/** Real files: a packer keeps links as links. */
function stageResources() {
  rmSync(join(root, 'release'), { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  const copy = (from, to) => cpSync(join(root, from), join(stage, to), { recursive: true, dereference: true });
  for (const name of ['models', 'sample-library', 'icons', 'licences']) copy(join('resources', name), name);
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md']) copy(name, join('licences', name));
  for (const name of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
    copy(join('node_modules', 'pdfjs-dist', name), join('pdfjs', name));
  }
  for (const file of recognitionFiles) copy(join('node_modules', file), join('recognition', basename(file)));
}

function runBuilder(electron, words) {
  const builder = join(root, 'node_modules', 'electron-builder', 'out', 'cli', 'cli.js');
  const settings = [`-c.electronDist=${electron.distFolder}`, `-c.electronVersion=${electron.version}`];
  if (process.platform === 'linux') settings.push('-c.electronFuses.enableEmbeddedAsarIntegrityValidation=false');
  const done = spawnSync(process.execPath, [builder, ...words, ...settings], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) throw new Error(`electron-builder ended with ${done.status}`);
}

/** The packed folder and its binary, by platform. */
function packedApp() {
  const release = join(root, 'release');
  const folder = readdirSync(release).find((name) => /^(?:linux|win)(?:-\w+)?-unpacked$|^mac/u.test(name));
  if (folder === undefined) return undefined;
  if (process.platform === 'darwin') {
    const contents = join(release, folder, 'Acervo.app', 'Contents');
    return { binary: join(contents, 'MacOS', 'Acervo'), resources: join(contents, 'Resources'), folder: contents };
  }
  const name = process.platform === 'win32' ? 'Acervo.exe' : 'acervo';
  return {
    binary: join(release, folder, name),
    resources: join(release, folder, 'resources'),
    folder: join(release, folder),
  };
}

/** How the wire in the binary spells it. */
const fuseState = { off: '0'.charCodeAt(0), on: '1'.charCodeAt(0) };

const expectedFuses = {
  RunAsNode: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
};

async function checkFuses(binary) {
  const wire = await getCurrentFuseWire(binary);
  const wrong = Object.entries(expectedFuses).filter(([name, isOn]) => {
    return wire[FuseV1Options[name]] !== (isOn ? fuseState.on : fuseState.off);
  });
  if (wrong.length > 0) throw new Error(`Fuses are not as they should be: ${wrong.map(([name]) => name).join(', ')}`);
  say(
    `Fuses: ${Object.entries(expectedFuses)
      .map(([name, isOn]) => `${name} ${isOn ? 'on' : 'off'}`)
      .join(', ')}`,
  );
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

/** What may lie outside the archive: what was staged, the archive itself, and native code that can't be inside it. */
function isExpectedResource(name) {
  if (name === 'app.asar') return true;
  if (existsSync(join(stage, name))) return true;
  return [
    /^app\.asar\.unpacked\/node_modules\/onnxruntime-node\/bin\/napi-v6\/\w+\/\w+\/(?:lib)?onnxruntime[\w.]*$/u,
    /^app\.asar\.unpacked\/node_modules\/hnswlib-node\/build\/Release\/addon\.node$/u,
    /^app\.asar\.unpacked\/node_modules\/@photostructure\/sqlite\/prebuilds\/[\w-]+\/@photostructure\+sqlite\.\w+\.node$/u,
  ].some((pattern) => pattern.test(name));
}

/** Beside the resources lies only what Electron brought, under its own name or the app's. */
function isElectronsOwn(name, electron) {
  const renamed = { acervo: 'electron', 'Acervo.exe': 'electron.exe' };
  const own = ['LICENSE.electron.txt', 'LICENSES.chromium.html'];
  return own.includes(name) || existsSync(join(electron.distFolder, renamed[name] ?? name));
}

function checkFiles({ folder, resources }, electron) {
  const unexpected = [];
  for (const file of filesUnder(folder)) {
    const inResources = relative(resources, file).replaceAll('\\', '/');
    const isKnown = inResources.startsWith('../')
      ? process.platform === 'darwin' || isElectronsOwn(relative(folder, file), electron)
      : isExpectedResource(inResources);
    if (!isKnown) unexpected.push(relative(folder, file));
  }
  if (unexpected.length > 0) throw new Error(`Files that nobody expects in the packed app:\n${unexpected.join('\n')}`);
}

function sizeMb(folder) {
  let bytes = 0;
  for (const file of filesUnder(folder)) bytes += statSync(file).size;
  return bytes / 1e6;
}

function checkSize({ resources }) {
  const model = sizeMb(join(resources, 'models'));
  const own = sizeMb(resources) - model;
  say(
    `Size without Electron and the model: ${own.toFixed(1)} MB (budget ${budgetMb} MB); the model ${model.toFixed(1)} MB`,
  );
  const parts = new Map();
  for (const file of filesUnder(resources)) {
    const part = relative(resources, file).split(/[\\/]/u)[0];
    parts.set(part, (parts.get(part) ?? 0) + statSync(file).size / 1e6);
  }
  for (const [part, mb] of parts) if (part !== 'models') say(`  ${part}: ${mb.toFixed(1)} MB`);
  if (own > budgetMb) throw new Error(`The packed app is larger than its budget of ${budgetMb} MB.`);
}

const words = process.argv.slice(2);
await buildStale();
const electron = await findElectron({ say });
stageResources();
runBuilder(electron, words.length > 0 ? words : ['--dir']);
const packed = packedApp();
if (packed !== undefined) {
  await checkFuses(packed.binary);
  checkFiles(packed, electron);
  checkSize(packed);
  say(`The app is in ${relative(root, dirname(packed.binary))}.`);
}
