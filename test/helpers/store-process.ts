// Starts the process of hold-store.ts and waits for what it prints.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

interface StoreProcess {
  readonly pid: number;
  /** Resolves with the next printed lines, `count` of them. */
  lines(count: number): Promise<readonly string[]>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** `uid` runs it as another user, which only root may ask for. */
export function startStoreProcess(
  folder: string,
  task: 'hold' | 'rewrite' | readonly ['import', string],
  uid?: number,
): StoreProcess {
  const script = new URL('hold-store.ts', import.meta.url).pathname;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, folder, ...(typeof task === 'string' ? [task] : task)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  );
  const printed = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  onTestFinished(() => killed(child));
  return {
    pid: child.pid ?? 0,
    async lines(count) {
      const lines: string[] = [];
      while (lines.length < count) {
        const next = await printed.next();
        if (next.done === true) throw new Error(`The store process ended after ${lines.length} lines.`);
        lines.push(next.value);
      }
      return lines;
    },
    kill: () => killed(child),
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
