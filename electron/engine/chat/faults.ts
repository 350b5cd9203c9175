// What went wrong with a host, from what the SDK threw to what is done about it and what the person is told.
import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import type { ErrorCode } from '../../../shared/errors.js';

/** Why one attempt failed. Holds no words of the host's: they may repeat the person's. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly retry: 'never' | 'once' | 'often';
  readonly retryAfter: string | null;
  readonly status: number | null;

  constructor(code: ErrorCode, message: string, about: Partial<Pick<Fault, 'retry' | 'retryAfter' | 'status'>> = {}) {
    super(message);
    this.name = 'Fault';
    this.code = code;
    this.retry = about.retry ?? 'never';
    this.retryAfter = about.retryAfter ?? null;
    this.status = about.status ?? null;
  }
}

export const brokenAnswer = (): Fault =>
  new Fault(
    'host-answer-broken',
    'The host sent something that is no answer of the Messages API. Ask again; if it stays so, check the base address in Settings, Answers.',
    { retry: 'once' },
  );
export const cutAnswer = (): Fault =>
  new Fault('host-answer-broken', 'The answer broke off on its way. Ask again.', { retry: 'often' });
export const silentHost = (): Fault =>
  new Fault('host-unreachable', 'The host said nothing for a minute. Ask again, or check the base address.', {
    retry: 'often',
  });

/** Anything that an attempt threw. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  if (thrown instanceof APIConnectionError)
    return new Fault(
      'host-unreachable',
      'The host could not be reached. Check the connection, and the base address in Settings, Answers.',
      { retry: 'often' },
    );
  // An error event in the middle of a stream comes without a status.
  if (thrown instanceof APIError)
    return faultOfStatus(thrown.status ?? statusOfType(thrown.type), thrown.headers?.get('retry-after') ?? null);
  // The stream was torn (the system's fetch says `terminated`), or a line of it is no JSON.
  return thrown instanceof SyntaxError ? brokenAnswer() : cutAnswer();
}

function faultOfStatus(status: number, retryAfter: string | null): Fault {
  if (status >= 300 && status < 400)
    return refusal(status, 'The base address leads to another address. Enter the final one in Settings, Answers.');
  switch (status) {
    case 401:
      return new Fault('key-refused', 'The host does not accept the key. Enter it again in Settings, Answers.', {
        status,
      });
    case 403:
      return new Fault(
        'key-refused',
        'The key may not use this model. Choose another model, or another key, in Settings, Answers.',
        { status },
      );
    case 402:
      return refusal(status, 'The account that the key belongs to has no credit left. Nothing was answered.');
    case 404:
      return refusal(status, 'The host does not know this model or address. Check both in Settings, Answers.');
    case 413:
      return refusal(status, 'That was too much text for the host. Ask in fewer documents.');
    case 429:
    case 529:
    case 503:
      return new Fault('host-overloaded', 'The host has too much to do right now. Ask again in a while.', {
        retry: 'often',
        retryAfter,
        status,
      });
    case 408:
    case 409:
      return new Fault('host-failed', `The host gave up on the request (${status}). Ask again in a while.`, {
        retry: 'often',
        retryAfter,
        status,
      });
    default:
      return status >= 500
        ? new Fault('host-failed', `The host had an error of its own (${status}). Ask again in a while.`, {
            retry: 'often',
            retryAfter,
            status,
          })
        : refusal(status, `The host does not take the request (${status}). Check the model in Settings, Answers.`);
  }
}

function refusal(status: number, message: string): Fault {
  return new Fault('host-refused', message, { status });
}

function statusOfType(type: string | null): number {
  switch (type) {
    case 'overloaded_error':
      return 529;
    case 'rate_limit_error':
      return 429;
    case 'authentication_error':
      return 401;
    case 'permission_error':
      return 403;
    case 'request_too_large':
      return 413;
    case 'invalid_request_error':
      return 400;
    case 'not_found_error':
      return 404;
    default:
      return 500;
  }
}
