// Adapters from the ports of an Electron utility process to shared/rpc.ts. Electron itself is not imported: only shapes.
import type { MessageChannelEnd } from '../../../shared/rpc.js';

/** Of a `MessagePortMain`, what is used. */
export interface UtilityPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

/** Of `process.parentPort` in a utility process, what is used. */
export interface ParentPort {
  postMessage(message: unknown): void;
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly UtilityPort[] }) => void,
  ): unknown;
}

/** The process that started this one. It never closes before this process ends. */
export function parentPortChannel(port: ParentPort): MessageChannelEnd {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
    onClose: () => undefined,
  };
}

/** A port to another process; messages flow once both listeners are set. */
export function utilityPortChannel(port: UtilityPort): MessageChannelEnd {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data));
      port.start();
    },
    onClose: (listener) => port.on('close', listener),
  };
}
