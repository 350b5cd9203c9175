// A real parser's process that counts what it is asked for.
import { forkParser } from '../../electron/engine/load/fork-parser.js';
import type { ParserConnection } from '../../electron/engine/load/parser.js';

export interface CountingParser {
  readonly start: () => Promise<ParserConnection>;
  /** How often each method was called, over all processes that were started. */
  readonly calls: Readonly<Record<'load' | 'hash', number>>;
}

export function countingParser(): CountingParser {
  const calls = { load: 0, hash: 0 };
  return {
    calls,
    async start() {
      const connection = await forkParser();
      const { channel } = connection;
      const post: typeof channel.post = (message, transfer) => {
        const { method } = message as { method?: string };
        if (method === 'load' || method === 'hash') calls[method] += 1;
        channel.post(message, transfer);
      };
      return { ...connection, channel: { ...channel, post } };
    },
  };
}
