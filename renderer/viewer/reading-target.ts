// What the reading pane is asked to show.
import type { DocumentInfo, Locator } from '../../shared/domain/document.js';
import type { Hit, TextRange } from '../../shared/domain/search.js';

/** A passage to open at; `matches` are ranges inside `text`. A hit is one. */
export interface ReadingPassage {
  readonly chunkId: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly matches: readonly TextRange[];
  readonly locator: Locator;
}

export interface ReadingTarget {
  readonly documentId: string;
  readonly path: string;
  readonly title: string | null;
  readonly type: string;
  /** Null: the document from its beginning. */
  readonly passage: ReadingPassage | null;
  /** All passages of this document that were found, this one too. */
  readonly passages: readonly ReadingPassage[];
}

export function targetOfHit(hit: Hit, passages: readonly Hit[]): ReadingTarget {
  const { documentId, path, title, type } = hit;
  return { documentId, path, title, type, passage: hit, passages };
}

export function targetOfDocument({ documentId, path, title, type }: DocumentInfo): ReadingTarget {
  return { documentId, path, title, type, passage: null, passages: [] };
}
