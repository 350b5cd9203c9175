// Starts the processes that read documents, when the engine asks, and joins each to the engine by a port of their own.
import { MessageChannelMain, type UtilityProcess, utilityProcess } from 'electron';
import type { ParserMessage } from '../../shared/engine/engine-methods.js';
import { childEnvironment } from './child-environment.js';
import type { Log } from './log.js';

export interface ParserHost {
  start(parserId: number, maxHeapMebibytes: number): void;
  kill(parserId: number): void;
  killAll(): void;
}

/** Parsers of one engine; they go when it goes. A parser that dies is reported to the engine, which asks for another. */
export function createParserHost(engine: UtilityProcess, entry: string, log: Log): ParserHost {
  const parsers = new Map<number, UtilityProcess>();

  function start(parserId: number, maxHeapMebibytes: number): void {
    const child = utilityProcess.fork(entry, [], {
      serviceName: 'Acervo parser',
      stdio: 'ignore',
      // Switches of V8 come too late when they reach Node: Chromium sets them as the process starts.
      execArgv: [`--js-flags=--max-old-space-size=${maxHeapMebibytes}`],
      env: childEnvironment(process.env),
    });
    parsers.set(parserId, child);
    child.once('spawn', () => {
      const { port1, port2 } = new MessageChannelMain();
      engine.postMessage({ kind: 'parser-port', parserId, pid: child.pid ?? null } satisfies ParserMessage, [port1]);
      child.postMessage({ kind: 'port' }, [port2]);
    });
    child.once('exit', (exitCode) => {
      if (!parsers.delete(parserId)) return;
      log.write('parser-exited', { parserId, exitCode });
      engine.postMessage({ kind: 'parser-exited', parserId } satisfies ParserMessage);
    });
  }

  return {
    start,
    kill: (parserId) => {
      parsers.get(parserId)?.kill();
    },
    killAll: () => {
      const all = [...parsers.values()];
      parsers.clear();
      for (const child of all) child.kill();
    },
  };
}
