// Why an office file cannot be read, in words for a person.
import { AppError } from '../../../../shared/errors.js';

export function passwordError(): AppError {
  return new AppError('password-protected', 'This file needs a password. Save a copy without one to index it.');
}

/** Of the kinds that Acervo opens where a person gives the password. */
export function openablePasswordError(): AppError {
  return new AppError(
    'password-protected',
    'This file opens with a password only. Enter the password, or leave it out.',
  );
}

export function damagedError(cause?: unknown): AppError {
  return new AppError('damaged', 'This file is damaged and could not be read. Try to open and save it again.', {
    cause,
  });
}
