// The SDK's client for one request: our own address, key, limits and patience, and nothing taken from the environment.
import Anthropic from '@anthropic-ai/sdk';
import { brokenAnswer } from './faults.js';
import type { HostAddress } from './host-address.js';

const mostBytes = 16 * 1024 * 1024;

export interface ClientOptions {
  readonly address: HostAddress;
  readonly key: string | null;
  readonly fetch: typeof globalThis.fetch;
  /** Anything came from the host, be it only a ping. */
  readonly onBytes: () => void;
}

export function makeClient({ address, key, fetch, onBytes }: ClientOptions): Anthropic {
  return new Anthropic({
    baseURL: address.baseUrl,
    // Without one, the SDK would look for a key in the environment and in files of other programs.
    apiKey: key ?? 'none',
    defaultHeaders: headersFor(address, key),
    maxRetries: 0,
    timeout: 10 * 60_000,
    // It would log what a host sent, and pass questions on to whatever listens for traces.
    logLevel: 'off',
    openTelemetry: false,
    fetch: boundedFetch(fetch, onBytes),
  });
}

/** Other hosts that speak the API often know the key by its older header only. */
function headersFor(address: HostAddress, key: string | null): Record<string, string | null> {
  if (key === null) return { authorization: null };
  return address.isOfficial ? {} : { 'x-api-key': key };
}

/** Follows no redirect (the key would go along) and reads no more than {@link mostBytes}. */
function boundedFetch(fetch: typeof globalThis.fetch, onBytes: () => void): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    onBytes();
    let bytes = 0;
    const counted = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          onBytes();
          if (bytes > mostBytes) controller.error(brokenAnswer());
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted ?? null, { status: response.status, headers: response.headers });
  };
}
