// Keeps the engine's process: starts it, opens the library in it, passes calls on, starts it again when it dies.
// No caller waits for ever: a call is rejected when the engine goes or can't be opened.
import { type UtilityProcess, utilityProcess } from 'electron';
import type { EngineState, ReadyState } from '../../shared/domain/app-state.js';
import type { RecognitionSettings } from '../../shared/domain/recognition.js';
import type { Steering } from '../../shared/domain/steering.js';
import type { EngineEvents, EngineMethods } from '../../shared/engine/engine-methods.js';
import { AppError, type PlainError, toPlainError } from '../../shared/errors.js';
import { connect, type RpcClient } from '../../shared/rpc.js';
import { childEnvironment } from './child-environment.js';
import type { Log } from './log.js';
import { createParserHost } from './parser-host.js';
import { createRestartBudget } from './restart-budget.js';
import { utilityChannel } from './utility-channel.js';

export interface EngineHost {
  /** Starts the engine and opens the library in `folder`; after a failure it tries anew. */
  start(folder: string): void;
  /** Closes the library and opens the one in `folder`. */
  reopen(folder: string): Promise<void>;
  /** Asks the engine to close, waits five seconds, then kills it. */
  stop(): Promise<void>;
  /** Waits while the engine starts; rejects with its error when it can't. */
  readonly call: EngineCall;
  readonly state: () => EngineState;
}

export type EngineCall = <K extends keyof EngineMethods & string>(
  method: K,
  payload: Parameters<EngineMethods[K]>[0],
) => Promise<Awaited<ReturnType<EngineMethods[K]>>>;

export interface EngineHostParts {
  readonly engineEntry: string;
  readonly parserEntry: string;
  /** The engine's own words on a terminal, in a checkout; nothing in the packed app. */
  readonly stdio: 'inherit' | 'ignore';
  readonly log: Log;
  /** As it is set when the engine opens a library. */
  readonly recognition: () => RecognitionSettings;
  /** As the settings say now. */
  readonly timeLimitSeconds: () => number;
  readonly steering: () => Steering;
  readonly isPaused: () => boolean;
  /** What answers are made with; the key goes to the engine's memory and nowhere else. */
  readonly chat: () => Parameters<EngineMethods['setChat']>[0];
  readonly onState: (state: EngineState) => void;
  readonly onProgress: (progress: EngineEvents['progress']) => void;
  readonly onChanged: () => void;
  readonly onAnswerProgress: (progress: EngineEvents['answerProgress']) => void;
  readonly onCarryProgress: (progress: EngineEvents['carryProgress']) => void;
}

const stoppedTooOften: PlainError = {
  code: 'engine-stopped',
  message: 'The part of Acervo that reads and searches stopped several times. Your library is safe. Try again.',
};
const closeTimeoutMs = 5_000;
const restartLimit = 3;
const restartWindowMs = 60_000;

interface Running {
  readonly child: UtilityProcess;
  readonly client: RpcClient<EngineMethods, EngineEvents>;
  readonly opened: Promise<void>;
  readonly exited: Promise<void>;
}

export function createEngineHost(parts: EngineHostParts): EngineHost {
  const { log } = parts;
  let mayRestart = createRestartBudget(restartLimit, restartWindowMs);
  let state: EngineState = { kind: 'starting' };
  let running: Running | null = null;
  let folder = '';

  function setState(next: EngineState): void {
    state = next;
    log.write('engine-state', { state: next.kind, ...(next.kind === 'failed' ? { code: next.error.code } : {}) });
    parts.onState(next);
  }

  /** What failed while the library stays open. */
  function logProblem(event: 'model-failed' | 'run-failed', error: PlainError | null): void {
    if (error !== null) log.write(event, { code: error.code });
  }

  function start(libraryFolder: string): void {
    folder = libraryFolder;
    mayRestart = createRestartBudget(restartLimit, restartWindowMs);
    if (running === null) spawn();
  }

  function spawn(): void {
    setState({ kind: 'starting' });
    const child = utilityProcess.fork(parts.engineEntry, [], {
      serviceName: 'Acervo engine',
      stdio: parts.stdio,
      env: childEnvironment(process.env),
    });
    const client = connect<EngineMethods, EngineEvents>(utilityChannel(child));
    const parsers = createParserHost(child, parts.parserEntry, log);
    client.on('parserNeeded', ({ parserId, maxHeapMebibytes }) => parsers.start(parserId, maxHeapMebibytes));
    client.on('parserKill', ({ parserId }) => parsers.kill(parserId));
    client.on('progress', parts.onProgress);
    client.on('changed', parts.onChanged);
    client.on('answerProgress', parts.onAnswerProgress);
    client.on('carryProgress', parts.onCarryProgress);
    // What comes before the library is open is told when it is.
    let ready: ReadyState = { kind: 'ready', isModelReady: false, modelError: null, runError: null };
    const become = (change: Partial<ReadyState>): void => {
      ready = { ...ready, ...change };
      if (state.kind === 'ready' && running?.child === child) setState(ready);
    };
    client.on('modelReady', () => become({ isModelReady: true, modelError: null }));
    client.on('modelFailed', (modelError) => {
      logProblem('model-failed', modelError);
      become({ modelError });
    });
    client.on('runFailed', (runError) => {
      if (runError === null && ready.runError === null) return;
      logProblem('run-failed', runError);
      become({ runError });
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', (exitCode) => {
        parsers.killAll();
        parts.onCarryProgress(null);
        resolve();
        onExit(child, exitCode);
      });
    });
    const given = {
      folder,
      recognition: parts.recognition(),
      timeLimitSeconds: parts.timeLimitSeconds(),
      steering: parts.steering(),
      isPaused: parts.isPaused(),
    };
    const opened = client
      .call('open', given)
      .then(() => client.call('setChat', parts.chat()))
      .then(() => setState(ready));
    running = { child, client, opened, exited };
    opened.catch((error: unknown) => {
      if (running?.child === child) giveUp(error);
    });
  }

  /** The library can't be opened, and would not be a second time: the person decides what is next. */
  function giveUp(error: unknown): void {
    const child = running?.child;
    running = null;
    log.writeError('call-failed', error);
    setState({ kind: 'failed', error: toPlainError(error) });
    child?.kill();
  }

  function onExit(child: UtilityProcess, exitCode: number): void {
    if (running?.child !== child) return;
    running = null;
    log.write('engine-exited', { exitCode });
    if (mayRestart(Date.now())) spawn();
    else setState({ kind: 'failed', error: stoppedTooOften });
  }

  async function call<K extends keyof EngineMethods & string>(
    method: K,
    payload: Parameters<EngineMethods[K]>[0],
  ): Promise<Awaited<ReturnType<EngineMethods[K]>>> {
    if (running === null) {
      const error =
        state.kind === 'failed' ? state.error : { code: 'engine-stopped' as const, message: 'Not running.' };
      throw new AppError(error.code, error.message);
    }
    const { client, opened } = running;
    await opened;
    return await client.call(method, payload);
  }

  async function stop(): Promise<void> {
    if (running === null) return;
    const { child, client, exited } = running;
    running = null;
    const closed = client.call('close', null).catch(() => null);
    await withTimeout(closed, closeTimeoutMs);
    child.kill();
    await withTimeout(exited, closeTimeoutMs);
  }

  async function reopen(libraryFolder: string): Promise<void> {
    await stop();
    start(libraryFolder);
    await running?.opened;
  }

  return { start, reopen, stop, call, state: () => state };
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
