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
    maxRetries: 0,
    timeout: 10 * 60_000,
    // It would log what a host sent, and pass questions on to whatever listens for traces.
    logLevel: 'off',
    openTelemetry: false,
    fetch: boundedFetch(fetch, keyHeaders(address, key), onBytes),
  });
}

/** Other hosts that speak the API often know the key by its older header only. */
function keyHeaders(address: HostAddress, key: string | null): Readonly<Record<string, string>> {
  if (key === null) return {};
  return { authorization: `Bearer ${key}`, ...(address.isOfficial ? {} : { 'x-api-key': key }) };
}

/** Of what the SDK would send: it adds the computer's system and kind, and headers from the environment. */
const neededHeaders = ['accept', 'anthropic-version', 'content-type', 'user-agent'];

/** Follows no redirect (the key would go along) and reads no more than {@link mostBytes}. */
function boundedFetch(
  fetch: typeof globalThis.fetch,
  keys: Readonly<Record<string, string>>,
  onBytes: () => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const all = new Headers(init?.headers);
    const needed = neededHeaders
      .map((name) => [name, all.get(name) ?? ''] as const)
      .filter(([, value]) => value !== '');
    const headers = { ...Object.fromEntries(needed), ...keys };
    const response = await fetch(input, { ...init, headers, redirect: 'manual' });
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
