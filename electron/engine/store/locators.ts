// Where a passage stands, in the words of its kind of document.
import { type Locator, noLocator } from '../../../shared/domain/document.js';
import { hasLines } from '../../../shared/domain/place-text.js';

/** What the store keeps of a passage's place. */
export interface StoredPlace {
  /** Of the document. */
  readonly type: string;
  readonly page: number | null;
  readonly line: number | null;
  readonly headingPath: readonly string[];
  readonly sheet: string | null;
  readonly row: number | null;
}

const slideTypes: ReadonlySet<string> = new Set(['pptx', 'ppt', 'odp']);

/** The pages of a presentation are its slides; a line is told only where the file has lines. */
export function locatorOf({ type, page, line, headingPath, sheet, row }: StoredPlace): Locator {
  const isSlide = slideTypes.has(type);
  return {
    ...noLocator,
    page: isSlide ? null : page,
    slide: isSlide ? page : null,
    line: hasLines(type) ? line : null,
    headingPath: headingPath.length === 0 ? null : headingPath,
    sheet,
    row,
  };
}
