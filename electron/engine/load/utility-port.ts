// Electron's ports as a channel. Typed by their shape, since the engine imports nothing of Electron.
import type { MessageChannelEnd } from '../../../shared/rpc.js';

/** Electron's `MessagePortMain`. */
export interface UtilityPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

/** Electron's `process.parentPort`. */
export interface ParentPort {
  once(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: readonly UtilityPort[] }) => void,
  ): unknown;
}

export function utilityPortChannel(port: UtilityPort): MessageChannelEnd {
  port.start();
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
    onClose: (listener) => port.on('close', listener),
  };
}

/** Waits for the first message to a utility process, which brings the port to serve on. */
export function receivePort(parentPort: ParentPort): Promise<MessageChannelEnd> {
  return new Promise((resolve, reject) => {
    parentPort.once('message', ({ ports }) => {
      const [port] = ports;
      if (port === undefined) reject(new Error('The first message brought no port.'));
      else resolve(utilityPortChannel(port));
    });
  });
}
