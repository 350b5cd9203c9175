// What can go wrong, as data: a closed list of codes, each with a class, that crosses processes as plain values.

/** Why a document is skipped or failed, or gave less than it holds. Shown with a sentence and a next step. */
export const documentReasons = [
  'empty',
  'needs-recognition',
  'password-protected',
  'damaged',
  'unsupported',
  'too-large',
  'timed-out',
  'unreadable',
  'vanished',
  'incomplete',
  'quarantined',
] as const;
export type DocumentReason = (typeof documentReasons)[number];

/** Everything else that an engine call can end with. */
export const engineErrorCodes = [
  'wrong-use',
  'not-found',
  'library-locked',
  'library-newer',
  'export-damaged',
  'export-other-model',
  'folder-taken',
  'store-corrupt',
  'disk-full',
  'disk-error',
  'read-only',
  'model-missing',
  'model-corrupt',
  'model-incomplete',
  'model-unclear',
  'model-unfit',
  'model-in-use',
  'offline-chosen',
  'address-refused',
  'key-missing',
  'key-refused',
  'host-refused',
  'host-overloaded',
  'host-unreachable',
  'host-failed',
  'host-answer-broken',
  'engine-stopped',
  'cancelled',
  'bug',
] as const;
export type EngineErrorCode = (typeof engineErrorCodes)[number];
export type ErrorCode = DocumentReason | EngineErrorCode;

export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** An error with a code. `message` is for a person: what happened and the next step, without document text. */
export class AppError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
  }
}

const knownCodes: ReadonlySet<string> = new Set<string>([...documentReasons, ...engineErrorCodes]);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && knownCodes.has(value);
}

export function isDocumentReason(value: unknown): value is DocumentReason {
  return typeof value === 'string' && (documentReasons as readonly string[]).includes(value);
}

/** Turns anything thrown into a plain value that can cross a process border. */
export function toPlainError(thrown: unknown): PlainError {
  if (thrown instanceof AppError) return { code: thrown.code, message: thrown.message };
  if (thrown instanceof Error) {
    if (thrown.name === 'AbortError') return { code: 'cancelled', message: 'Cancelled.' };
    return { code: 'bug', message: thrown.message };
  }
  return { code: 'bug', message: String(thrown) };
}

/** The other direction of {@link toPlainError}; an unknown code becomes `bug`. */
export function fromPlainError(plain: unknown): AppError {
  const value = (typeof plain === 'object' && plain !== null ? plain : {}) as Partial<PlainError>;
  const code = isErrorCode(value.code) ? value.code : 'bug';
  return new AppError(code, typeof value.message === 'string' ? value.message : 'Unknown error.');
}

/** The end of every switch over a union: fails to compile when a case is missing. */
export function assertNever(value: never): never {
  throw new AppError('bug', `Unexpected value: ${String(value)}`);
}
