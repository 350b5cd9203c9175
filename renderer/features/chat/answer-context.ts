// What the chips inside an answer's text need to know of the answer.
import { createContext, useContext } from 'react';
import type { AnswerPassage, Citation, Source } from '../../../shared/domain/chat.js';
import type { TextRange } from '../../../shared/domain/search.js';

export interface AnswerParts {
  readonly citations: readonly Citation[];
  readonly sources: readonly Source[];
  /** Shows a passage in the reading pane, with these ranges of its document marked. */
  readonly onOpen: (passage: AnswerPassage, quotes: readonly TextRange[]) => void;
}

const nothing: AnswerParts = { citations: [], sources: [], onOpen: () => undefined };

export const AnswerContext = createContext<AnswerParts>(nothing);

export function useAnswerParts(): AnswerParts {
  return useContext(AnswerContext);
}

/** Where a citation's words stand; empty for one whose words are not in the passage. */
export function quoteOf({ start, end }: Citation): readonly TextRange[] {
  return start === null || end === null ? [] : [{ start, end }];
}
