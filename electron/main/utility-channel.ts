// A utility process as an end of shared/rpc.ts. Buffers are copied: Electron transfers only ports between processes.
import type { UtilityProcess } from 'electron';
import type { MessageChannelEnd } from '../../shared/rpc.js';

export function utilityChannel(child: UtilityProcess): MessageChannelEnd {
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onClose: (listener) => child.once('exit', listener),
  };
}
