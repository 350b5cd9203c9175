// A passage in a few lines, with the matched words marked.
import { Fragment } from 'react';
import type { Hit } from '../../../shared/domain/search.js';
import { clipSnippet, withCellsApart, withoutHeadings, withoutMarkdownSigns } from './clip-snippet.js';
import styles from './snippet.module.css';

export interface SnippetProps {
  readonly hit: Pick<Hit, 'type' | 'text' | 'matches' | 'locator' | 'language'>;
  readonly maxCharacters: number;
}

/** By type of document, where its text has signs that get in the way. */
const shownAs: Readonly<Record<string, (text: string) => string>> = {
  md: withoutMarkdownSigns,
  markdown: withoutMarkdownSigns,
  csv: withCellsApart,
  tsv: withCellsApart,
};

export function Snippet({ hit, maxCharacters }: SnippetProps) {
  const show = shownAs[hit.type] ?? ((part: string) => part);
  const { text, matches } = withoutHeadings(hit, hit.locator.headingPath);
  let at = 0;
  return (
    <span className={styles.snippet} dir="auto" lang={hit.language ?? undefined}>
      {clipSnippet(text, matches, maxCharacters).map((part) => {
        const shown = show(part.text);
        at += part.text.length;
        return part.isMatch ? (
          <mark key={at} className={styles.match}>
            {shown}
          </mark>
        ) : (
          <Fragment key={at}>{shown}</Fragment>
        );
      })}
    </span>
  );
}
