// `npm start`: builds what is stale, finds Electron and opens the window. Without a display or an Electron it says what is
// missing and what to do, and ends with 2. What follows `--` goes to Electron.
import { spawn } from 'node:child_process';
import { buildStale } from './build.mjs';
import { findElectron, NoElectronError } from './electron-binary.mjs';

const commandLine =
  'The command line does the same main job without a window: see "From the command line" in README.md, or try\n' +
  '  npm run -s acervo -- index resources/sample-library --library /tmp/acervo-demo\n' +
  '  npm run -s acervo -- search "how often is the bike chain replaced?" --library /tmp/acervo-demo\n';
const debianPackages = 'libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libatk-bridge2.0-0';
const missingLibraryCode = 127;
/** Chromium's sandbox refuses to run as root, as in containers. */
const sandboxArguments = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

function say(text) {
  process.stderr.write(`${text}\n`);
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The Electron to run, or undefined after saying what is missing. The display first: without one nothing is fetched. */
async function electronOrExplain() {
  if (!hasDisplay()) {
    say(
      'There is no display. Start it in a desktop session, or on a server: apt-get install xvfb && xvfb-run -a npm start',
    );
    return undefined;
  }
  try {
    return await findElectron({ say });
  } catch (error) {
    if (!(error instanceof NoElectronError)) throw error;
    say(`Electron is missing. ${error.message}`);
    return undefined;
  }
}

const electron = await electronOrExplain();
if (electron === undefined) {
  say(`\n${commandLine}`);
  process.exitCode = 2;
} else {
  const built = await buildStale();
  if (built.length > 0) say(`Built: ${built.join(', ')}.`);
  const startArguments = [...electron.appArguments, ...sandboxArguments, ...process.argv.slice(2)];
  const child = spawn(electron.executable, startArguments, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    if (code === missingLibraryCode) {
      say(
        `\nElectron lacks libraries of the system. On Debian or Ubuntu: apt-get install ${debianPackages}\n\n${commandLine}`,
      );
      process.exitCode = 2;
    } else process.exitCode = code ?? 1;
  });
}
