// One short message at a time, shown in the status line and read out: what was just done, or could not be.
import { useSyncExternalStore } from 'react';

export interface Message {
  readonly kind: 'done' | 'problem';
  readonly text: string;
}

const shownForMs = { done: 5_000, problem: 12_000 } as const;

let current: Message | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(message: Message | null): void {
  current = message;
  clearTimeout(timer);
  if (message !== null) timer = setTimeout(() => show(null), shownForMs[message.kind]);
  for (const listener of listeners) listener();
}

export function say(text: string): void {
  show({ kind: 'done', text });
}

export function sayProblem(text: string): void {
  show({ kind: 'problem', text });
}

export function useMessage(): Message | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
