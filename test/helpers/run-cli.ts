// The built command line, run as a person or a script runs it.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'engine', 'cli.mjs');

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function acervo(...words: string[]): Promise<Run> {
  return run(process.execPath, [cli, ...words], {});
}

function run(program: string, words: readonly string[], user: { uid?: number; gid?: number }): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], ...user });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part: Buffer) => {
      stdout += part;
    });
    child.stderr.on('data', (part: Buffer) => {
      stderr += part;
    });
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

export async function json(
  ...words: string[]
): Promise<{ readonly code: number | null; readonly value: Record<string, unknown> }> {
  const { code, stdout } = await acervo(...words, '--json');
  return { code, value: JSON.parse(stdout) as Record<string, unknown> };
}

/** The same by another user, which only root may ask for. */
export function acervoAs(uid: number | undefined, ...words: string[]): Promise<Run> {
  return run(process.execPath, [cli, ...words], uid === undefined ? {} : { uid, gid: uid });
}

/** A shell script with `$ACERVO` as the command line, in a mount namespace of its own: what it mounts is gone with it. */
export function inOwnMounts(script: string, ...words: string[]): Promise<Run> {
  const command = `ACERVO="${process.execPath} ${cli}"; ${script}`;
  return run('unshare', ['--map-root-user', '--mount', 'sh', '-c', command, 'sh', ...words], {});
}

/** Whether this machine lets a test mount a small disk. */
export function canMount(): boolean {
  const script = 'mount -t tmpfs -o size=64k tmpfs /mnt';
  return spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', script], { stdio: 'ignore' }).status === 0;
}
