// Rules that the linter has no words for: files stay short, say what they are for, and the root stays tidy.
// `node scripts/check-lines.mjs [FOLDER]`, part of `npm run lint`. Looks at what git knows or would add.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const maxLines = 400;

/** Everything that may lie at the top of the repository. A new name here is a decision: say why in the change. */
const allowedAtRoot = new Set([
  '.ci',
  '.gitattributes',
  '.github',
  '.gitignore',
  '.npmrc',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'THIRD-PARTY-NOTICES.md',
  'bench',
  'biome.json',
  'changes',
  'docs',
  'electron',
  'electron-builder.yml',
  'knip.json',
  'package-lock.json',
  'package.json',
  'renderer',
  'resources',
  'scripts',
  'shared',
  'test',
  'tsconfig.json',
  'vite.config.ts',
]);

const sourcePattern = /\.(ts|tsx|mts|mjs|cjs|js)$/;
const declarationPattern = /\.d\.m?ts$/;

/** What is wrong with one file; `text` is read only for source files. */
function problemsOfFile(path, readText) {
  const problems = [];
  const top = path.split('/')[0] ?? path;
  if (!allowedAtRoot.has(top)) problems.push(`${path}: "${top}" is not expected at the root of the repository`);
  if (!sourcePattern.test(path) || path.startsWith('resources/') || path.startsWith('test/fixtures/')) return problems;

  const text = readText();
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > maxLines) problems.push(`${path}: ${lines} lines, at most ${maxLines} are allowed: split it`);
  if (!declarationPattern.test(path) && !/^(#!.*\n)?(\/\/ \S|\/\*)/.test(text)) {
    problems.push(`${path}: the first line must be a comment that says what the file is for`);
  }
  return problems;
}

function knownFiles() {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\0');
  const gone = new Set(deleted);
  return output.split('\0').filter((path) => path !== '' && !gone.has(path));
}

const problems = knownFiles().flatMap((path) => problemsOfFile(path, () => readFileSync(join(root, path), 'utf8')));
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
