// An answer's text with its chips. It is a model's or a document's: no raw HTML, nothing fetched, links that lead nowhere.
import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { Citation } from '../../../shared/domain/chat.js';
import { isHardMarkdown } from '../../../shared/markdown/sections.js';
import { classNames } from '../../components/class-names.js';
import { markdownParts, markdownTextClass } from '../../viewer/markdown-parts.js';
import { withoutMarkdownSigns } from '../search/clip-snippet.js';
import { useAnswerParts } from './answer-context.js';
import styles from './answer-text.module.css';
import { Chip } from './chip.js';
import { chipPlaces, rehypeChips } from './rehype-chips.js';

export interface AnswerTextProps {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** A model's words may be formatted; those of documents are shown letter by letter. */
  readonly isMarkdown: boolean;
}

const components: Components = {
  ...markdownParts,
  cite: ({ node }) => <Chip index={Number(node?.properties.dataIndex)} />,
};
const remarkPlugins = [remarkGfm];

export const AnswerText = memo(function AnswerText({ text, citations, isMarkdown }: AnswerTextProps) {
  const places = useMemo(() => chipPlaces(citations), [citations]);
  const { sources } = useAnswerParts();
  /** Signs of Markdown are left out of quotes of Markdown, as in its snippets. */
  const shown = (quote: string, index: number | undefined): string => {
    const n = index === undefined ? undefined : citations[index]?.n;
    const type = sources.find((source) => source.n === n)?.type;
    return type === 'md' || type === 'markdown' ? withoutMarkdownSigns(quote) : quote;
  };
  if (isMarkdown && !isHardMarkdown(text)) {
    return (
      <div className={classNames('selectable', markdownTextClass, styles.text)} dir="auto">
        <Markdown remarkPlugins={remarkPlugins} rehypePlugins={[[rehypeChips, places]]} components={components}>
          {text}
        </Markdown>
      </div>
    );
  }
  return (
    <div className={classNames('selectable', markdownTextClass, styles.text, styles.plain)} dir="auto">
      {places.map(({ at, indexes }, place) => (
        <Quote key={at} text={shown(text.slice(places[place - 1]?.at ?? 0, at), indexes[0])} indexes={indexes} />
      ))}
      {text.slice(places.at(-1)?.at ?? 0)}
    </div>
  );
});

/** The end of the last word, which is never on another line than the chips behind it. */
const lastLetters = /\S{1,16}$/u;

function Quote({ text, indexes }: { readonly text: string; readonly indexes: readonly number[] }) {
  const last = lastLetters.exec(text)?.[0] ?? '';
  return (
    <span>
      {text.slice(0, text.length - last.length)}
      <span className={styles.together}>
        {last}
        {indexes.map((index) => (
          <Chip key={index} index={index} />
        ))}
      </span>
    </span>
  );
}
