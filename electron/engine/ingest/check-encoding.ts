// Whether a document can be read with an encoding that a person chose.
import type { DocumentDetails } from '../../../shared/domain/document.js';
import { isChosenEncoding } from '../../../shared/domain/encodings.js';
import { AppError } from '../../../shared/errors.js';

/** @throws AppError `wrong-use` */
export function checkEncoding({ encoding, reason }: DocumentDetails, chosen: string): void {
  if (!isChosenEncoding(chosen)) {
    throw new AppError('wrong-use', `There is no encoding “${chosen}” to choose. See the list in docs/formats.md.`);
  }
  // One that was not read may be text that was not known for it.
  if (encoding === null && reason !== 'unsupported') {
    throw new AppError('wrong-use', 'This kind of document says itself how its letters are written.');
  }
}
