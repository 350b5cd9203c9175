// A passage in a few lines, with the matched words marked.
import { Fragment } from 'react';
import type { Hit } from '../../../shared/domain/search.js';
import { clipSnippet, withoutHeadings, withoutMarkdownSigns } from './clip-snippet.js';
import styles from './snippet.module.css';

export interface SnippetProps {
  readonly hit: Hit;
  readonly maxCharacters: number;
}

export function Snippet({ hit, maxCharacters }: SnippetProps) {
  const isMarkdown = hit.type === 'md' || hit.type === 'markdown';
  const { text, matches } = withoutHeadings(hit, hit.locator.headingPath);
  let at = 0;
  return (
    <span className={styles.snippet} dir="auto" lang={hit.language ?? undefined}>
      {clipSnippet(text, matches, maxCharacters).map((part) => {
        const shown = isMarkdown ? withoutMarkdownSigns(part.text) : part.text;
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
