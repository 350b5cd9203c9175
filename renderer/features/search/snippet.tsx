// A passage in a few lines, with the matched words marked.
import { Fragment } from 'react';
import type { Hit } from '../../../shared/domain/search.js';
import { clipSnippet, withoutMarkdownSigns } from './clip-snippet.js';
import styles from './snippet.module.css';

export interface SnippetProps {
  readonly hit: Hit;
  readonly maxCharacters: number;
}

export function Snippet({ hit, maxCharacters }: SnippetProps) {
  const isMarkdown = hit.type === 'md' || hit.type === 'markdown';
  let at = 0;
  return (
    <span className={styles.snippet} dir="auto" lang={hit.language ?? undefined}>
      {clipSnippet(hit.text, hit.matches, maxCharacters).map(({ text, isMatch }) => {
        const shown = isMarkdown ? withoutMarkdownSigns(text) : text;
        at += text.length;
        return isMatch ? (
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
