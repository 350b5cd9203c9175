// Where a passage stands, in words.
import type { TFunction } from 'i18next';
import type { Locator } from '../../shared/domain/document.js';

/** `p. 14`, `Returns › Costs`, `row 12`, …; empty where the document has no places. */
export function placeText(locator: Locator, t: TFunction): string {
  const parts: string[] = [];
  if (locator.part !== null) parts.push(locator.part);
  if (locator.page !== null) parts.push(t('search.page', { page: locator.page }));
  if (locator.slide !== null) parts.push(t('search.slide', { slide: locator.slide }));
  if (locator.sheet !== null) parts.push(locator.sheet);
  if (locator.row !== null) parts.push(t('search.row', { row: locator.row }));
  if (locator.headingPath !== null && locator.headingPath.length > 0) parts.push(locator.headingPath.join(' › '));
  if (parts.length === 0 && locator.line !== null) parts.push(t('search.line', { line: locator.line }));
  return parts.join(' · ');
}

/** A passage with where it is from, ready to be pasted. */
export function withSource(text: string, path: string, place: string): string {
  return `${text.trim()}\n\n— ${path}${place === '' ? '' : `, ${place}`}`;
}
