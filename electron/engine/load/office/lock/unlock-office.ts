// Office files that are locked by a password: opened by one that the person gave, or by the one that all copies of Excel know.
import type { PasswordTrial } from '../../parse-methods.js';
import { sniffType } from '../../sniff-type.js';
import { isLockedPackage, isOle } from '../ole.js';
import { packageLock } from './encrypted-package.js';
import { workbookLock } from './locked-workbook.js';

/** Excel locks workbooks by it whose structure is protected, or that are only meant to be read; it never asks for it. */
export const excelPassword = 'VelvetSweatshop';

/**
 * `opened`: the file without its lock; `index` is that of the password among those given, null where it is Excel's own.
 * `locked`: none of them is right. `other`: a lock that is not known here.
 */
export type Unlocking =
  | { readonly kind: 'opened'; readonly bytes: Uint8Array; readonly index: number | null }
  | { readonly kind: 'locked' | 'other' };

/** `onProgress`: called after each password, since each takes a while. */
export function unlockPackage(
  bytes: Uint8Array,
  passwords: readonly string[],
  onProgress: () => void = () => undefined,
): Unlocking {
  // Word and PowerPoint ask for Excel's own password like for any other.
  return unlock(packageLock(bytes), passwords, { isExcels: isWorkbook, onProgress });
}

function isWorkbook(bytes: Uint8Array): boolean {
  const type = sniffType(bytes, '');
  return type === 'xlsx' || type === 'xlsb';
}

/** As {@link unlockPackage}, of older workbooks. */
export function unlockWorkbook(bytes: Uint8Array, passwords: readonly string[]): Unlocking {
  return unlock(workbookLock(bytes), passwords, { isExcels: () => true, onProgress: () => undefined });
}

function unlock(
  open: ((password: string) => Uint8Array | null) | null,
  passwords: readonly string[],
  { isExcels, onProgress }: { readonly isExcels: (bytes: Uint8Array) => boolean; readonly onProgress: () => void },
): Unlocking {
  if (open === null) return { kind: 'other' };
  const known = open(excelPassword);
  if (known !== null && isExcels(known)) return { kind: 'opened', bytes: known, index: null };
  for (const [index, password] of passwords.entries()) {
    onProgress();
    const opened = open(password);
    if (opened !== null) return { kind: 'opened', bytes: opened, index };
  }
  return { kind: 'locked' };
}

/** Which of the passwords opens an office file; `other` where passwords of its kind can't be tried. @throws AppError `damaged` */
export function tryOfficePasswords(
  bytes: Uint8Array,
  passwords: readonly string[],
  onProgress?: () => void,
): PasswordTrial {
  if (!isOle(bytes)) return { kind: 'other' };
  const unlocking = isLockedPackage(bytes)
    ? unlockPackage(bytes, passwords, onProgress)
    : unlockWorkbook(bytes, passwords);
  if (unlocking.kind !== 'opened') return { kind: unlocking.kind };
  return unlocking.index === null ? { kind: 'open' } : { kind: 'opened', index: unlocking.index };
}
