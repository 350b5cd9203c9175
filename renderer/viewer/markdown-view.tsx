// Markdown as it is meant to look, at the passage. No raw HTML, no pictures from anywhere, links that lead nowhere.
import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown from 'react-markdown';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import { classNames } from '../components/class-names.js';
import type { Marking } from './mark-segments.js';
import { markdownParts, markdownTextClass } from './markdown-parts.js';
import './marks.css';
import styles from './markdown-view.module.css';
import { rehypeMarks } from './rehype-marks.js';
import { scrollToMark } from './scroll-to-mark.js';

/** Longer ones are shown as text: all of rendered Markdown is in the page at once. */
export const maxMarkdownCharacters = 150_000;

export interface MarkdownViewProps {
  readonly text: string;
  readonly marking: Marking | null;
}

const remarkPlugins = [remarkGfm, remarkFrontmatter];

export const MarkdownView = memo(function MarkdownView({ text, marking }: MarkdownViewProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);

  const rendered = useMemo(
    () => (
      <Markdown remarkPlugins={remarkPlugins} rehypePlugins={[[rehypeMarks, marking]]} components={markdownParts}>
        {text}
      </Markdown>
    ),
    [text, marking],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new passage is a new place, even in the same text
  useEffect(() => {
    if (scroller.current === null) return;
    if (marking === null) {
      scroller.current.scrollTop = 0;
      return;
    }
    return scrollToMark(scroller.current);
  }, [text, marking]);

  return (
    <section
      ref={scroller}
      className={classNames('selectable', styles.scroller)}
      aria-label={t('viewer.documentText')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
      data-scrolls
    >
      <div className={markdownTextClass} dir="auto">
        {rendered}
      </div>
    </section>
  );
});
