// Parse processes inside the app: only main can start a utility process, so the engine asks for one and gets a port to it.
import type { ParserMessage } from '../../../shared/engine/engine-methods.js';
import type { MessageChannelEnd } from '../../../shared/rpc.js';
import { type ParentPort, type UtilityPort, utilityPortChannel } from '../workers/utility-channels.js';
import type { ParserConnection } from './parser.js';

export interface ParserRequests {
  readonly need: (parserId: number) => void;
  readonly kill: (parserId: number) => void;
}

interface Pending {
  readonly resolve: (connection: ParserConnection) => void;
  readonly reject: (error: Error) => void;
}

function isParserMessage(value: unknown): value is ParserMessage {
  const kind = (value as { readonly kind?: unknown } | null)?.kind;
  return kind === 'parser-port' || kind === 'parser-exited';
}

export class ParserPorts {
  readonly #requests: ParserRequests;
  readonly #pending = new Map<number, Pending>();
  readonly #onExit = new Map<number, () => void>();
  #nextId = 1;

  constructor(parentPort: ParentPort, requests: ParserRequests) {
    this.#requests = requests;
    parentPort.on('message', ({ data, ports }) => {
      if (!isParserMessage(data)) return;
      if (data.kind === 'parser-port') this.#arrived(data.parserId, data.pid, ports[0]);
      else this.#exited(data.parserId);
    });
  }

  /** Resolves when main has started the process and sent its port. */
  readonly start = (): Promise<ParserConnection> => {
    const parserId = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(parserId, { resolve, reject });
      this.#requests.need(parserId);
    });
  };

  #arrived(parserId: number, pid: number | null, port: UtilityPort | undefined): void {
    const pending = this.#pending.get(parserId);
    this.#pending.delete(parserId);
    if (pending === undefined || port === undefined) return;
    const closeListeners: (() => void)[] = [];
    this.#onExit.set(parserId, () => {
      for (const listener of closeListeners.splice(0)) listener();
    });
    const inner = utilityPortChannel(port);
    const channel: MessageChannelEnd = {
      ...inner,
      // The process's exit is told by main; a port alone does not always say that its other end is gone.
      onClose: (listener) => closeListeners.push(listener),
    };
    pending.resolve({ channel, pid, kill: () => this.#requests.kill(parserId) });
  }

  #exited(parserId: number): void {
    this.#pending.get(parserId)?.reject(new Error('The parse process ended before it was ready.'));
    this.#pending.delete(parserId);
    this.#onExit.get(parserId)?.();
    this.#onExit.delete(parserId);
  }
}
