// Writes THIRD-PARTY-NOTICES.md and resources/licences/packages.txt: whose work ships inside the app, and under which terms.
// The list comes from package-lock.json, the texts from node_modules. `--check` fails if either file is out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const noticesFile = join(root, 'THIRD-PARTY-NOTICES.md');
const textsFile = join(root, 'resources/licences/packages.txt');

/** Development packages whose code ends in the window's bundle. The engine's are the `dependencies` of package.json. */
export const windowPackages = [
  '@mantine/core',
  '@mantine/hooks',
  '@tabler/icons-react',
  '@tanstack/react-virtual',
  'i18next',
  'react',
  'react-dom',
  'react-i18next',
  'react-markdown',
  'remark-frontmatter',
  'remark-gfm',
];

/** Reached from a shipped package, but no line of them ships. */
const notShipped = new Set([
  'sharp', // images: replaced by a stub in vite.config.ts
  'onnxruntime-web', // the browser's runtime
  'adm-zip', // used by onnxruntime-node's install script only, and so is the next
  'global-agent',
  '@napi-rs/canvas', // pdf.js draws in the window only; PDFium draws for text recognition
  'type-fest', // types only, and so is the next
  'tagged-tag',
  'json-schema-to-ts', // types only
]);

/** Packages that come without a licence file: the copyright line that belongs into the text of their licence, MIT. */
const tesseractData =
  "Copyright (c) the Tesseract.js authors. The language data is the Tesseract project's, under the Apache License 2.0.";
const copyrightLines = {
  '@tesseract.js-data/deu': tesseractData,
  '@tesseract.js-data/eng': tesseractData,
  '@tesseract.js-data/fra': tesseractData,
  '@tesseract.js-data/osd': tesseractData,
  '@tesseract.js-data/spa': tesseractData,
  format: 'Copyright 2010 - 2013 Sami Samhuri',
  'onnxruntime-common': 'Copyright (c) Microsoft Corporation',
  'onnxruntime-node': 'Copyright (c) Microsoft Corporation',
  'react-remove-scroll-bar': 'Copyright (c) Anton Korzunov',
  standardwebhooks: 'Copyright (c) Standard Webhooks',
};

const mitText = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** Where Node would find `name` for code that lies in `from`; a path of the lockfile, or null. */
function resolveInLock(packages, from, name) {
  for (let folder = from; ; ) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return null;
    const cut = folder.lastIndexOf('/node_modules/');
    folder = cut < 0 ? '' : folder.slice(0, cut);
  }
}

/** All packages that ship: `{ path, name, version, licence }`, by name. */
export function shippedPackages(lock) {
  const packages = lock.packages;
  const top = packages[''];
  const waiting = [...Object.keys(top.dependencies), ...Object.keys(top.optionalDependencies), ...windowPackages].map(
    (name) => resolveInLock(packages, '', name),
  );
  const found = new Map();
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (path === null || found.has(path)) continue;
    const entry = packages[path];
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (notShipped.has(name) || name.startsWith('@types/')) continue;
    found.set(path, { path, name, version: entry.version, licence: entry.license ?? 'MIT' });
    for (const dependency of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      waiting.push(resolveInLock(packages, path, dependency));
    }
  }
  return [...found.values()].sort((a, b) =>
    a.name === b.name ? a.version.localeCompare(b.version) : a.name < b.name ? -1 : 1,
  );
}

function licenceFilesIn(folder) {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** The licence texts of one installed package; pdf.js has more of them beside its fonts, character maps and decoders. */
function textsOf({ path, name }) {
  const folder = join(root, path);
  const line = copyrightLines[name];
  if (line !== undefined) return [`MIT License\n\n${line}\n\n${mitText}`];
  const folders = name === 'pdfjs-dist' ? ['', 'cmaps', 'standard_fonts', 'wasm'] : [''];
  const texts = folders
    .flatMap((inner) => licenceFilesIn(join(folder, inner)))
    .map((file) =>
      readFileSync(file, 'utf8')
        .replaceAll('\r\n', '\n')
        .replace(/[ \t]+$/gm, '')
        .trim(),
    );
  if (texts.length === 0) throw new Error(`${name} has no licence file: add its copyright line to this script.`);
  return texts;
}

function noticesOf(shipped) {
  const rows = shipped.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `# Third-party notices

Acervo itself is under the MIT licence (see LICENSE). It ships the work of others, with thanks:

- **The embedding model** multilingual-e5-small, its weights and its tokenizer: see
  [its licences and where it comes from](resources/licences/multilingual-e5-small.txt).
- **Electron, Chromium and Node.js**: their licences lie beside the program, as \`LICENSE\` and \`LICENSES.chromium.html\`.
- **The packages below**: the full texts are in [packages.txt](resources/licences/packages.txt). Compiled into three of
  them: SQLite (public domain) in @photostructure/sqlite, hnswlib (Apache-2.0) in hnswlib-node, and in onnxruntime-node
  the libraries that the file \`ThirdPartyNotices.txt\` of its repository (github.com/microsoft/onnxruntime) lists.
- **Text recognition**: what is compiled into @hyzyla/pdfium (PDFium and its libraries) and into tesseract.js-core (Tesseract,
  Leptonica and the picture formats): see [their licences](resources/licences/text-recognition.txt).

Made by \`node scripts/third-party-notices.mjs\`; do not edit by hand.

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}
`;
}

const rule = '='.repeat(80);

/** Each text once, under the names of all packages that come with it. */
function textsOfAll(shipped) {
  const namesByText = new Map();
  for (const item of shipped) {
    for (const text of textsOf(item)) {
      namesByText.set(text, [...(namesByText.get(text) ?? []), `${item.name}@${item.version}`]);
    }
  }
  const sections = [...namesByText].map(([text, names]) => `${rule}\n${names.join('\n')}\n${rule}\n\n${text}\n`);
  return `Licences of the packages that ship inside Acervo. Made by scripts/third-party-notices.mjs.\n\n${sections.join('\n')}`;
}

/** What is out of date, in words; empty when all is well. Texts of packages that are not installed here are not compared. */
export function findStaleNotices() {
  const shipped = shippedPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const stale = [];
  if (readFileSync(noticesFile, 'utf8') !== noticesOf(shipped)) stale.push('THIRD-PARTY-NOTICES.md');
  const written = readFileSync(textsFile, 'utf8');
  const lines = new Set(written.split('\n'));
  for (const item of shipped) {
    const isNamed = lines.has(`${item.name}@${item.version}`);
    const isInstalled = existsSync(join(root, item.path));
    if (!isNamed || (isInstalled && textsOf(item).some((text) => !written.includes(text)))) {
      stale.push(`resources/licences/packages.txt: ${item.name}@${item.version}`);
    }
  }
  return stale;
}

function writeNotices() {
  const shipped = shippedPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  mkdirSync(join(root, 'resources/licences'), { recursive: true });
  writeFileSync(noticesFile, noticesOf(shipped));
  writeFileSync(textsFile, textsOfAll(shipped));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--check')) {
    const stale = findStaleNotices();
    for (const line of stale) process.stderr.write(`Out of date: ${line}\n`);
    if (stale.length > 0) {
      process.stderr.write('Run: node scripts/third-party-notices.mjs\n');
      process.exitCode = 1;
    }
  } else {
    writeNotices();
  }
}
