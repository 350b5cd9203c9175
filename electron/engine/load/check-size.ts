// Refuses files that are too large before they are read.
import { AppError } from '../../../shared/errors.js';
import { loadLimits } from './load-limits.js';

/** `limitBytes`: of the file's kind, where that is known. @throws AppError `too-large` */
export function checkFileSize(sizeBytes: number, limitBytes: number = loadLimits.maxFileBytes): void {
  if (sizeBytes <= limitBytes) return;
  const megabytes = Math.floor(limitBytes / 1024 / 1024);
  throw new AppError('too-large', `This file is larger than ${megabytes} MB. Split it to index it.`);
}
