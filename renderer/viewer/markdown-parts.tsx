// How Markdown's parts are drawn wherever it is shown: nothing in it is followed, fetched or run.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Components } from 'react-markdown';
import styles from './markdown-parts.module.css';

/** The class of what holds rendered Markdown. */
export const markdownTextClass = styles.text;

/** The components stay the same between renders, so that what is inside them keeps its state while a text grows. */
export const markdownParts: Components = {
  // A link in a text is text: it is read here, not followed.
  a: ({ href, children }) => (
    <span className={styles.link} title={href}>
      {children}
    </span>
  ),
  img: ({ alt }) => <Picture alt={alt} />,
  input: ({ checked }) => <span aria-hidden>{checked ? '☑ ' : '☐ '}</span>,
  table: ({ children }) => <TableBox>{children}</TableBox>,
};

function Picture({ alt }: { readonly alt: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={styles.image}>
      {alt === undefined || alt === '' ? t('viewer.imageNoName') : t('viewer.image', { name: alt })}
    </span>
  );
}

function TableBox({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.tableBox}>
      <table>{children}</table>
    </div>
  );
}
