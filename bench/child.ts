// Runs one measurement in a process of its own and reads the JSON that it prints.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** `script` lies beside this file. Fails with the script's own words when it does not end well. */
export async function measureInChild<T>(script: string, args: readonly string[]): Promise<T> {
  const file = join(import.meta.dirname, script);
  const { stdout } = await execute(process.execPath, ['--import', 'tsx', file, ...args], {
    maxBuffer: 64_000_000,
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T;
}
