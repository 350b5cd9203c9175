// What a thrown error means for the document at hand: its state, reason and words.
import { AppError, type DocumentReason, isDocumentReason, toPlainError } from '../../../shared/errors.js';

export interface DocumentFailure {
  /** `skipped`: nothing is wrong with Acervo or the file, there is just nothing to index yet. */
  readonly state: 'skipped' | 'failed';
  readonly reason: DocumentReason;
  readonly message: string;
}

/** What becomes of a document that took its parser down too often. */
export const quarantine: DocumentFailure = {
  state: 'failed',
  reason: 'quarantined',
  message: 'Reading this file went wrong twice, so Acervo leaves it alone. Retry it if it has changed.',
};

const skippedReasons: ReadonlySet<DocumentReason> = new Set([
  'empty',
  'needs-recognition',
  'password-protected',
  'unsupported',
  'too-large',
  'incomplete',
]);

/** Null where the error is not about the document: the run has to end, or was cancelled. */
export function failureOf(thrown: unknown): DocumentFailure | null {
  const { code, message } = toPlainError(thrown);
  if (isDocumentReason(code)) {
    return { state: skippedReasons.has(code) ? 'skipped' : 'failed', reason: code, message };
  }
  if (code === 'bug') {
    // An unexpected error in a parser is one failed document; its own words are for the log, not for a person.
    return {
      state: 'failed',
      reason: 'damaged',
      message: 'Acervo could not make sense of this file. Open it in its own app and save it again.',
    };
  }
  return null;
}

/** Of a path that a person named: why it can't be looked into, as a document reason. Whether it ever was there nobody knows. */
export function fileSystemError(error: unknown, what: string): AppError {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('vanished', `There is nothing at ${what}. Check the path, then try again; nothing was added.`, {
      cause: error,
    });
  }
  return new AppError('unreadable', `${what} cannot be read. Check its permissions, then try again.`, { cause: error });
}
