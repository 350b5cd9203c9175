// Runs the tests and ends with the line `N passed, N failed` (and `, N skipped`), summed over all runners.
//   node scripts/test.mjs            unit and engine tests, then the window's in a real Electron
//   node scripts/test.mjs --unit     without the window
//   node scripts/test.mjs --long     the counts that are too long for every day
//   node scripts/test.mjs --packed   the packed app in release/ (after `npm run pack`)
//   node scripts/test.mjs --sum      the sum of what ran last, of all kinds
// Extra words are handed to the test runner: `node scripts/test.mjs --unit chunk`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findElectron, NoElectronError } from './electron-binary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultsFolder = join(root, 'test-results');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const isCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));

const say = (text) => process.stderr.write(`${text}\n`);

const kinds = {
  unit: () => runVitest('unit', 'test/vitest.config.ts', { command: noNetworkCommand() }),
  long: () => runVitest('long', 'test/long/vitest.config.ts'),
  window: () => runInWindow('window'),
  packed: () => runInWindow('packed', { ACERVO_TEST_PACKED: '1' }),
};

async function main() {
  if (!flags.has('--sum') && !flags.has('--packed')) rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  let failedNow = 0;
  for (const kind of chosenKinds()) {
    const counts = await kinds[kind]();
    failedNow += counts.failed;
    writeFileSync(resultFile(kind), JSON.stringify(counts));
  }
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const file of readdirSync(resultsFolder).filter((name) => name.endsWith('.sum.json'))) {
    const { failures, ...counts } = JSON.parse(readFileSync(join(resultsFolder, file), 'utf8'));
    for (const name of Object.keys(sum)) sum[name] += counts[name];
    // Said once more here: a long run's first lines are often cut off where its last ones are kept.
    for (const failure of failures ?? []) say(`\nFAILED: ${failure}`);
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${skipped}\n`);
  // A run answers for its own tests; the sum for all of them.
  process.exitCode = (flags.has('--sum') ? sum.failed : failedNow) > 0 ? 1 : 0;
}

function chosenKinds() {
  if (flags.has('--sum')) return [];
  const chosen = ['unit', 'long', 'packed'].filter((kind) => flags.has(`--${kind}`));
  return chosen.length > 0 ? chosen : ['unit', 'window'];
}

function resultFile(kind) {
  return join(resultsFolder, `${kind}.sum.json`);
}

/** Runs one configuration; resolves to its counts. A run that breaks outside of a test counts as one failure. */
async function runVitest(kind, config, { command = [], env = {} } = {}) {
  const report = join(resultsFolder, `${kind}.json`);
  const vitestWords = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const [program, ...rest] = [...command, process.execPath, vitest, ...vitestWords, ...words];
  // What the runner says goes to stderr: stdout holds the sum alone.
  const child = spawn(program, rest, { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
  const exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + brokenFiles;
  return {
    passed: numPassedTests,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(failuresOf),
  };
}

/** What failed in a file and why: its tests, or the file itself where it broke before or after them. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`);
  return tests.length === 0 && status === 'failed' ? [`${file}\n${message}`] : tests;
}

/** A window needs an Electron and a display; where one can't be had, its tests are skipped and that is said. */
async function runInWindow(kind, env = {}) {
  const display = displayCommand();
  if (display === undefined) {
    return skipped(kind, 'there is no display and no xvfb-run (on Debian or Ubuntu: apt-get install xvfb)');
  }
  try {
    // Found here, where a download can be reached: the tests themselves run without a network.
    const { distFolder } = await findElectron({ say });
    const network = noNetworkCommand();
    const windowEnv = {
      ...env,
      ELECTRON_OVERRIDE_DIST_PATH: distFolder,
      ACERVO_TEST_NETWORK: network.length > 0 ? 'none' : 'open',
    };
    return await runVitest(kind, 'test/e2e/vitest.config.ts', {
      command: [...network, ...display],
      env: windowEnv,
    });
  } catch (error) {
    if (!(error instanceof NoElectronError)) throw error;
    return skipped(kind, error.message);
  }
}

function skipped(kind, why) {
  const files = testFiles(join(root, 'test', 'e2e', kind)).length;
  say(`\nSKIPPED: the tests in a real window (${files} files), because ${why}.`);
  if (!isCi) return { passed: 0, failed: 0, skipped: files };
  say('With CI set this is a failure.');
  return { passed: 0, failed: files, skipped: 0 };
}

function testFiles(folder) {
  return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.test.ts'));
}

function displayCommand() {
  if (process.platform !== 'linux') return [];
  if (canRun('xvfb-run', ['--help'])) return ['xvfb-run', '-a', '--server-args=-screen 0 1600x1000x24'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? [] : undefined;
}

/** Linux can run the tests, the app and all its processes where no network exists but the machine's own loop. */
function noNetworkCommand() {
  if (process.platform !== 'linux') return [];
  const inNamespace = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  // Root makes a namespace; others can where the system lets them, and then become themselves again.
  const candidates = [
    ['unshare', '--net', ...inNamespace],
    ['unshare', '--map-root-user', '--net', ...inNamespace, 'unshare', '--map-user', String(process.getuid?.()), '--'],
  ];
  const found = candidates.find(([program, ...rest]) => canRun(program, [...rest, 'true']));
  if (found === undefined) say('No network namespace can be made here: the tests run with the network there.');
  return found ?? [];
}

function canRun(program, programWords) {
  return spawnSync(program, programWords, { stdio: 'ignore' }).status === 0;
}

await main();
