// What the reading pane shows of a document's stored text: rendered Markdown, a table, or the text itself.
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails } from '../../shared/domain/document.js';
import type { DocumentText } from '../../shared/domain/passage.js';
import type { AppError } from '../../shared/errors.js';
import { isHardMarkdown } from '../../shared/markdown/sections.js';
import { bridge, unwrap } from '../api/client.js';
import { useCall } from '../api/use-call.js';
import { AsReadBar } from './as-read-bar.js';
import { csvRows } from './csv-rows.js';
import { CsvView, maxTableCharacters } from './csv-view.js';
import { type Marking, markingOf } from './mark-segments.js';
import { MarkdownView, maxMarkdownCharacters } from './markdown-view.js';
import { ReadingNotes } from './reading-notes.js';
import styles from './reading-pane.module.css';
import type { ReadingTarget } from './reading-target.js';
import { TextView } from './text-view.js';
import { textVersionOf } from './use-document-details.js';

export interface TextBodyProps {
  readonly target: ReadingTarget;
  /** Its folder cannot be reached now. */
  readonly isOffline: boolean;
  /** The person wants the plain text. */
  readonly isAsText: boolean;
  /** Null while it is being asked for. */
  readonly details: DocumentDetails | null;
  readonly onReadAgain: () => void;
  /** Why the page itself could not be shown; null where it was not tried. */
  readonly pdfError: AppError | null;
}

export function TextBody({ target, isOffline, isAsText, details, onReadAgain, pdfError }: TextBodyProps) {
  const { t } = useTranslation();
  const { documentId, passage, type } = target;
  const [showsPassages, setShowsPassages] = useState(false);
  const version = details === null ? null : `${documentId} ${textVersionOf(details)}`;
  const text = useCall(version, () => unwrap(bridge.document.text({ documentId })));
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
      {isAsText && details !== null && <ReadingNotes details={details} onReadAgain={onReadAgain} />}
      {text.value.text === '' ? (
        <div className={styles.body}>{t('viewer.noText')}</div>
      ) : (
        <>
          {isAsText && <AsReadBar read={text.value} showsPassages={showsPassages} onShowsPassages={setShowsPassages} />}
          <Content
            read={text.value}
            type={isAsText ? 'txt' : type}
            ownType={type}
            marking={marking}
            showsPassages={isAsText && showsPassages}
          />
        </>
      )}
    </>
  );
}

interface ContentProps {
  readonly read: DocumentText;
  readonly showsPassages: boolean;
  /** How it is to be shown, and what it is. */
  readonly type: string;
  readonly ownType: string;
  readonly marking: Marking | null;
}

function Content({ read, type, ownType, marking, showsPassages }: ContentProps) {
  const { t } = useTranslation();
  const { text } = read;
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
      <TextView read={read} marking={marking} type={ownType} showsPassages={showsPassages} />
    </>
  );
}
