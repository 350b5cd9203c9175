// The two commands that a person types: what they say where they can't do their job, and what they hand on.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function run(script: string, words: readonly string[], change: Readonly<Record<string, string | undefined>> = {}) {
  const env = { ...process.env, ...change };
  return spawnSync(process.execPath, [join(root, 'scripts', script), ...words], { cwd: root, env, encoding: 'utf8' });
}

describe('npm start', () => {
  it.runIf(process.platform === 'linux')('says what to do without a display, and ends with 2', () => {
    const { status, stdout, stderr } = run('start.mjs', [], { DISPLAY: undefined, WAYLAND_DISPLAY: undefined });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('There is no display.');
    expect(stderr).toContain('xvfb-run -a npm start');
    expect(stderr).toContain('From the command line');
  });

  it('says what to do where the named folder has no Electron, and ends with 2', () => {
    const empty = mkdtempSync(join(tmpdir(), 'acervo-no-electron-'));
    const { status, stderr } = run('start.mjs', [], { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: empty });
    rmSync(empty, { recursive: true });
    expect(status).toBe(2);
    expect(stderr).toContain('Electron is missing.');
    expect(stderr).toContain('ELECTRON_OVERRIDE_DIST_PATH');
    expect(stderr).toContain('npm run -s acervo --');
  });
});

describe('npm run acervo', () => {
  it('hands on the exit code, and keeps stdout for the command alone', () => {
    const { status, stdout, stderr } = run('acervo.mjs', ['nonsense']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('nonsense');
  });

  it('takes a relative path from where it was typed', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acervo-doors-')));
    const { stderr } = run('acervo.mjs', ['status', '--json', '--library', 'own'], { INIT_CWD: folder });
    rmSync(folder, { recursive: true });
    expect(stderr).toContain(`There is no library in “${join(folder, 'own')}”`);
  });

  it('hands on the words and prints what the command prints', () => {
    const library = mkdtempSync(join(tmpdir(), 'acervo-doors-'));
    const { status, stdout, stderr } = run('acervo.mjs', ['status', '--json', '--library', library]);
    rmSync(library, { recursive: true });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ chunks: 0, folders: [] });
    expect(stderr).toContain(library);
  });
});
