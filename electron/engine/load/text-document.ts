// A loaded document of a format without fixed pages: what most loaders leave as it is, in one place.
import { detectLanguage } from './language.js';
import type { LoadedDocument } from './loaded-document.js';

type Parts = Pick<LoadedDocument, 'text' | 'type' | 'blocks'> & Partial<Omit<LoadedDocument, 'layouts'>>;

/** No title, encoding, pages or note unless they are given; the language is told from the text unless it is given, null too. */
export function textDocument(parts: Parts): LoadedDocument {
  const { language = detectLanguage(parts.text) } = parts;
  return { title: null, encoding: null, pages: null, note: null, ...parts, layouts: [], language };
}
