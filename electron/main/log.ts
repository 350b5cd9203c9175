// The only writer of the log. It takes numbers, yes or no, and words of closed lists, so that nothing a person wrote,
// searched for or keeps in a document can get in.
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineState } from '../../shared/domain/app-state.js';
import { AppError, type ErrorCode } from '../../shared/errors.js';
import type { Channel } from '../../shared/ipc/contract.js';

export type LogWord = ErrorCode | Channel | EngineState['kind'] | 'http' | 'https' | 'ws' | 'wss' | 'file' | 'other';
export type LogFacts = Readonly<Record<string, number | boolean | null | LogWord>>;

/** What can be logged; the list says it all. */
export type LogEvent =
  | 'app-started'
  | 'app-quit'
  | 'engine-state'
  | 'engine-exited'
  | 'model-failed'
  | 'run-failed'
  | 'parser-exited'
  | 'window-shown'
  | 'page-gone'
  | 'request-refused'
  | 'navigation-refused'
  | 'sender-refused'
  | 'call-failed'
  | 'settings-broken'
  | 'key-unreadable'
  | 'uncaught-error';

export interface Log {
  write(event: LogEvent, facts?: LogFacts): void;
  /** Where it broke, without the message: a message can quote a document. */
  writeError(event: LogEvent, error: unknown, facts?: LogFacts): void;
}

export interface LogOptions {
  readonly folder: string;
  readonly homeFolder: string;
  readonly maxBytes: number;
  /** Older files that are kept beside the current one. */
  readonly keep: number;
}

export const logLimits = { maxBytes: 1_000_000, keep: 3 } as const;

/** Lines of JSON in `acervo.log`, which becomes `acervo.1.log` when it is full. A log that can't be written is left. */
export function createLog({ folder, homeFolder, maxBytes, keep }: LogOptions): Log {
  const current = join(folder, 'acervo.log');
  const older = (n: number): string => join(folder, `acervo.${n}.log`);

  function rotate(): void {
    if ((statSync(current, { throwIfNoEntry: false })?.size ?? 0) < maxBytes) return;
    rmSync(older(keep), { force: true });
    for (let n = keep - 1; n >= 1; n--) {
      if (statSync(older(n), { throwIfNoEntry: false })) renameSync(older(n), older(n + 1));
    }
    renameSync(current, older(1));
  }

  function append(line: Readonly<Record<string, unknown>>): void {
    try {
      mkdirSync(folder, { recursive: true });
      rotate();
      appendFileSync(current, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      // A full disk or a folder without permission must not stop the app, and there is nowhere else to say it.
      if (!(error instanceof Error)) throw error;
    }
  }

  return {
    write: (event, facts = {}) => append({ at: new Date().toISOString(), event, ...facts }),
    writeError: (event, error, facts = {}) =>
      append({
        at: new Date().toISOString(),
        event,
        ...facts,
        code: codeOf(error),
        frames: framesOf(error, homeFolder),
      }),
  };
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'bug';
}

/** The places of a stack alone. The message in front of them is cut off by its length: it can look like a place. */
function framesOf(error: unknown, homeFolder: string): readonly string[] {
  if (!(error instanceof Error)) return [];
  const stack = error.stack ?? '';
  const messageAt = stack.indexOf(error.message);
  if (messageAt < 0) return [];
  const lines = stack.slice(messageAt + error.message.length).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/u.test(line))
    .slice(0, 10)
    .map((line) => withoutHome(line, homeFolder));
}

/** A frame names its file as a path or as an address, and an address writes some letters in another way. */
function withoutHome(frame: string, homeFolder: string): string {
  const withSlashes = homeFolder.replaceAll('\\', '/');
  const asAddress = encodeURI(withSlashes).replaceAll('#', '%23').replaceAll('?', '%3F');
  return [homeFolder, withSlashes, asAddress].reduce((line, home) => line.replaceAll(home, '~'), frame);
}
