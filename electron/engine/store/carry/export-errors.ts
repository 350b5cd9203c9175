// What can be wrong with an export, in words.
import { AppError } from '../../../../shared/errors.js';

/** `what` is the middle of a sentence, without a word of the file. */
export function exportDamaged(what: string, cause?: unknown): AppError {
  return new AppError(
    'export-damaged',
    `This file is not a whole export of a library: ${what}. Nothing was imported. Copy it again from where it came from, or export the library again.`,
    { cause },
  );
}
