// A question and what came back for it.
import type { Locator } from './document.js';
import type { MetaCondition } from './metadata.js';

export const searchModes = ['hybrid', 'vector', 'words'] as const;
export type SearchMode = (typeof searchModes)[number];
export const fusionNames = ['default', 'rrf'] as const;
export type FusionName = (typeof fusionNames)[number];

/** Narrow the search; each is applied inside both candidate lists, never after them. */
export interface SearchFilter {
  readonly collection?: string | undefined;
  /** Lower-case extensions without the dot. */
  readonly types?: readonly string[] | undefined;
  /** Absolute folder or file paths (a hit lies at or under one of them). */
  readonly paths?: readonly string[] | undefined;
  /** Roots of the library, as its status lists them. */
  readonly folderIds?: readonly number[] | undefined;
  /** Last part of a folder's or file's name trail, as typed after `in:`. */
  readonly inFolder?: readonly string[] | undefined;
  /** ISO dates (`2021`, `2021-05`, `2021-05-30`), both inclusive, on the file's modification time. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly documentIds?: readonly string[] | undefined;
  /** On the keys that documents carry; all must hold. */
  readonly meta?: readonly MetaCondition[] | undefined;
}

export interface SearchRequest {
  readonly query: string;
  /** Passages wanted; 10 by default. */
  readonly k?: number | undefined;
  readonly mode?: SearchMode | undefined;
  readonly fusion?: FusionName | undefined;
  /** Put the best ones in order once more by reading question and passage together. About a second; not by words alone. */
  readonly rerank?: boolean | undefined;
  readonly filter?: SearchFilter | undefined;
  /** 0 to 1; the calibrated default where absent. */
  readonly minRelevance?: number | undefined;
  /** All k passages, also those below the threshold. */
  readonly all?: boolean | undefined;
  /** Take the query as plain words: quotes, `-` and `type:` are no operators. */
  readonly literal?: boolean | undefined;
}

/** A UTF-16 range inside a passage's text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Hit {
  /** From 1, in the order shown. */
  readonly rank: number;
  readonly path: string;
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string | null;
  readonly type: string;
  readonly language: string | null;
  readonly modified: string;
  /** True while the document's folder cannot be reached. */
  readonly offline: boolean;
  /** The passage: exactly the document's text from `start` to `end` (UTF-16 offsets). */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly locator: Locator;
  /** Text recognition read this passage: how sure it was, 0 to 1; null where the text is the document's own. */
  readonly recognised: number | null;
  /** Plain dot product of unit vectors, -1 to 1; null where the passage has no vector yet or none was asked. */
  readonly cosine: number | null;
  /** Calibrated, 0 to 1; null where the model has no calibration or no vector was compared. */
  readonly relevance: number | null;
  readonly belowThreshold: boolean;
  /** Place in the list by words or by meaning, from 1; null where it was not in that list. */
  readonly wordsRank: number | null;
  readonly vectorRank: number | null;
  /** The question's words that this passage has, as typed. */
  readonly matchedTerms: readonly string[];
  readonly missingTerms: readonly string[];
  /** Where matched words stand in `text`, ascending and not overlapping. */
  readonly matches: readonly TextRange[];
  /** Further passages with the same text, in other documents. */
  readonly copies: readonly { readonly path: string; readonly documentId: string; readonly chunkId: string }[];
}

/** What a search that found nothing looked through. */
export interface SearchedScope {
  /** Documents with text for which all filters hold: those typed, and those given. */
  readonly documents: number;
  /** There were filters. */
  readonly isNarrowed: boolean;
  /** Typed filters that hold for none of the library's, as they are typed: `type:pdff`. */
  readonly misfits: readonly string[];
}

export interface SearchResult {
  readonly query: string;
  /** 0 to 1: does the library hold the answer at all? null without calibration or vectors. */
  readonly answerable: number | null;
  /** The threshold used on relevance. */
  readonly threshold: number;
  readonly seconds: number;
  readonly hits: readonly Hit[];
  /**
   * The question holds no words, it only narrows (`type:pdf`): the hits are the documents that fit, newest first, each by its
   * first passage. They have no ranks and no figures.
   */
  readonly listed: boolean;
  /** What the answer leaves out: chunks that have words but no vector yet. */
  readonly chunksWithoutVector: number;
  /** How the nearest vectors were found: `scan` in large libraries; `none` where the words alone were searched. */
  readonly vectorSource: 'graph' | 'scan' | 'exact' | 'none';
  /** Null where something was found. */
  readonly searched: SearchedScope | null;
}
