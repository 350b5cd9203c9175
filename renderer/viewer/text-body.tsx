// What the reading pane shows of a document's stored text: rendered Markdown, a table, or the text itself.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/errors.js';
import { isHardMarkdown } from '../../shared/markdown/sections.js';
import { bridge, unwrap } from '../api/client.js';
import { useCall } from '../api/use-call.js';
import { csvRows } from './csv-rows.js';
import { CsvView, maxTableCharacters } from './csv-view.js';
import { type Marking, markingOf } from './mark-segments.js';
import { MarkdownView, maxMarkdownCharacters } from './markdown-view.js';
import styles from './reading-pane.module.css';
import type { ReadingTarget } from './reading-target.js';
import { TextView } from './text-view.js';

export interface TextBodyProps {
  readonly target: ReadingTarget;
  /** Its folder cannot be reached now. */
  readonly isOffline: boolean;
  /** The person wants the plain text. */
  readonly isAsText: boolean;
  /** Why the page itself could not be shown; null where it was not tried. */
  readonly pdfError: AppError | null;
}

export function TextBody({ target, isOffline, isAsText, pdfError }: TextBodyProps) {
  const { t } = useTranslation();
  const { documentId, passage, type } = target;
  const text = useCall(documentId, () => unwrap(bridge.document.text({ documentId })));
  const marking = useMemo(() => (passage === null ? null : markingOf(passage)), [passage]);
  if (text.kind === 'loading') return <div className={styles.body}>{t('viewer.loading')}</div>;
  if (text.kind === 'failed') {
    return (
      <div className={styles.body} role="alert">
        {t('viewer.failed')} {t(`errors.${text.error.code}.what`)} {t(`errors.${text.error.code}.next`)}
      </div>
    );
  }
  const isUnreachable = isOffline || pdfError?.code === 'vanished';
  return (
    <>
      {isUnreachable && <p className={styles.notice}>{t('viewer.offlineShown')}</p>}
      {!isUnreachable && pdfError !== null && pdfError.code !== 'password-protected' && (
        <p className={styles.notice}>
          {t('viewer.cantShow')} {t(`errors.${pdfError.code}.what`)}
        </p>
      )}
      {text.value.text === '' ? (
        <div className={styles.body}>{t('viewer.noText')}</div>
      ) : (
        <Content text={text.value.text} type={isAsText ? 'txt' : type} ownType={type} marking={marking} />
      )}
    </>
  );
}

interface ContentProps {
  readonly text: string;
  /** How it is to be shown, and what it is. */
  readonly type: string;
  readonly ownType: string;
  readonly marking: Marking | null;
}

const monospaceTypes: ReadonlySet<string> = new Set(['json', 'csv', 'tsv']);

function Content({ text, type, ownType, marking }: ContentProps) {
  const { t } = useTranslation();
  const isTable = type === 'csv' || type === 'tsv';
  const isMarkdown = type === 'md' || type === 'markdown';
  const rows = useMemo(() => (isTable && text.length <= maxTableCharacters ? csvRows(text) : null), [isTable, text]);
  const isLong = text.length > maxMarkdownCharacters;
  const isHard = useMemo(() => isMarkdown && !isLong && isHardMarkdown(text), [isMarkdown, isLong, text]);
  if (isMarkdown && !isLong && !isHard) return <MarkdownView text={text} marking={marking} />;
  if (rows !== null) return <CsvView text={text} rows={rows} marking={marking} />;
  return (
    <>
      {isMarkdown && <p className={styles.notice}>{t(isLong ? 'viewer.tooLongToFormat' : 'viewer.tooHardToFormat')}</p>}
      <TextView text={text} marking={marking} isMonospace={monospaceTypes.has(ownType)} />
    </>
  );
}
