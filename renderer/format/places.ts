// Where a passage stands, in words.
import type { TFunction } from 'i18next';
import type { Locator } from '../../shared/domain/document.js';
import { type PlaceWords, placeInWords } from '../../shared/domain/place-text.js';

/** As `placeInWords` says it, in the page's language. */
export function placeText(locator: Locator, t: TFunction, title: string | null = null): string {
  return placeInWords(locator, placeWords(t), title);
}

export function placeWords(t: TFunction): PlaceWords {
  return {
    page: (page) => t('search.page', { page }),
    slide: (slide) => t('search.slide', { slide }),
    row: (row) => t('search.row', { row }),
    line: (line) => t('search.line', { line }),
  };
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
