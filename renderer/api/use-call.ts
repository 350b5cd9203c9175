// A value asked for once per key: loading, there, or failed. Answers to an older key are dropped.
import { useEffect, useState } from 'react';
import type { AppError } from '../../shared/errors.js';
import { asAppError } from './client.js';

export type Called<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: AppError };

const loading = { kind: 'loading' } as const;

/** Calls `load` anew whenever `key` changes; a null key asks for nothing and stays `loading`. */
export function useCall<T>(key: string | null, load: () => Promise<T>): Called<T> {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly called: Called<T> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what `load` asks for
  useEffect(() => {
    if (key === null) return;
    let isStale = false;
    load().then(
      (value) => !isStale && setAnswer({ key, called: { kind: 'value', value } }),
      (thrown: unknown) => !isStale && setAnswer({ key, called: { kind: 'failed', error: asAppError(thrown) } }),
    );
    return () => {
      isStale = true;
    };
  }, [key]);
  return answer !== null && answer.key === key ? answer.called : loading;
}
