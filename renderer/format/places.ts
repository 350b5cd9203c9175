// Where a passage stands, in words.
import type { TFunction } from 'i18next';
import type { Locator } from '../../shared/domain/document.js';

/**
 * `p. 14`, `Returns › Costs`, `row 12`, …; empty where the document has no places. A heading trail that begins with the
 * document's title goes on from there: the title stands beside it.
 */
export function placeText(locator: Locator, t: TFunction, title: string | null = null): string {
  const parts: string[] = [];
  if (locator.part !== null) parts.push(locator.part);
  if (locator.page !== null) parts.push(t('search.page', { page: locator.page }));
  if (locator.slide !== null) parts.push(t('search.slide', { slide: locator.slide }));
  if (locator.sheet !== null) parts.push(locator.sheet);
  if (locator.row !== null) parts.push(t('search.row', { row: locator.row }));
  const headings = locator.headingPath ?? [];
  const trail = headings[0] === title ? headings.slice(1) : headings;
  if (trail.length > 0) parts.push(trail.join(' › '));
  if (parts.length === 0 && locator.line !== null) parts.push(t('search.line', { line: locator.line }));
  return parts.join(' · ');
}

/** The place in two: what may be cut where there is little room, and the end that must be seen. */
export function splitPlace(place: string): { readonly lead: string; readonly end: string } {
  const at = place.lastIndexOf(' › ');
  return { lead: place.slice(0, Math.max(0, at)), end: at < 0 ? place : place.slice(at) };
}

/** A passage with where it is from, ready to be pasted. */
export function withSource(text: string, path: string, place: string): string {
  return `${text.trim()}\n\n— ${path}${place === '' ? '' : `, ${place}`}`;
}
