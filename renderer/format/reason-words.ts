// Why a document was left out, in the person's language: what happened and the next step.
import type { TFunction } from 'i18next';
import type { DocumentInfo } from '../../shared/domain/document.js';

/** Null where there is no reason. */
export function reasonWords(
  { reason, limitSeconds }: Pick<DocumentInfo, 'reason' | 'limitSeconds'>,
  t: TFunction,
): { readonly what: string; readonly next: string } | null {
  if (reason === null) return null;
  const next = t(`errors.${reason}.next`);
  if (limitSeconds !== null) return { what: t('library.tookLonger', { count: limitSeconds }), next };
  return { what: t(`errors.${reason}.what`), next };
}
