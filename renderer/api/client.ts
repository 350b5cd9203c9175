// The page's side of the bridge: replies become values, and error replies become thrown `AppError`s.
import { type AppError, fromPlainError, toPlainError } from '../../shared/errors.js';
import type { AcervoBridge } from '../../shared/ipc/bridge.js';
import type { IpcReply } from '../../shared/ipc/contract.js';

declare global {
  interface Window {
    readonly acervo: AcervoBridge<File>;
  }
}

/** The only way out of the page. */
export const bridge: AcervoBridge<File> = window.acervo;

/** The value of a reply. Throws an {@link AppError} with the code that came from the other side. */
export async function unwrap<T>(reply: Promise<IpcReply<T>>): Promise<T> {
  const answer = await reply;
  if (answer.kind === 'error') throw fromPlainError(answer.error);
  return answer.value;
}

/** Whatever was thrown, as an error with a code. */
export function asAppError(thrown: unknown): AppError {
  return fromPlainError(toPlainError(thrown));
}
