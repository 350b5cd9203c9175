// One document of the library: its honest state, the reason and next step, and what was read.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileText, IconReload } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentInfo } from '../../../shared/domain/document.js';
import { sizeText } from '../../../shared/domain/size-text.js';
import { classNames } from '../../components/class-names.js';
import { capitalised, formatDate, formatLanguage, formatNumber } from '../../format/formats.js';
import { depthInside, fileName, holderOf, nameInside, shownName, trailBelow } from '../../format/path-parts.js';
import { reasonWords } from '../../format/reason-words.js';
import styles from './document-row.module.css';
import { StateMark } from './state-mark.js';

export interface DocumentRowProps {
  /** Undefined while its page is on its way. */
  readonly document: DocumentInfo | undefined;
  readonly root: string;
  /** What holds it may not stand above it: its name then says what that is. */
  readonly isAlone: boolean;
  readonly onAsRead: (document: DocumentInfo) => void;
  readonly onReadAgain: (document: DocumentInfo) => void;
}

export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { document, root, isAlone, onAsRead, onReadAgain } = props;
  const { t, i18n } = useTranslation();
  if (document === undefined) return <div className={styles.loading}>{t('library.rowLoading')}</div>;
  const { path, file, parentId, title, state, type, pages, chunks, language, encoding, bytes, modified } = document;
  const isInside = parentId !== null;
  const depth = isInside && !isAlone ? depthInside(file, path) : 0;
  const trail = depth > 0 ? [] : trailBelow(root, isInside ? holderOf(path) : path);
  const detail = [trail.join(' › '), title ?? ''].filter((part) => part !== '').join(' · ');
  const words = reasonWords(document, t);
  const problem = words === null ? null : `${words.what} ${words.next}`;
  return (
    <div className={styles.row}>
      <span className={styles.state}>
        <StateMark state={state} />
      </span>
      <span
        className={classNames(styles.names, depth > 0 && styles.inside)}
        style={depth > 1 ? { marginInlineStart: (depth - 1) * 18 } : undefined}
        title={problem === null ? path : `${path}\n${problem}`}
      >
        <bdi className={styles.name}>{isInside ? (isAlone ? shownName(path) : nameInside(path)) : fileName(path)}</bdi>
        {(problem !== null || detail !== '') && (
          <span className={problem === null ? styles.detail : styles.problem}>{problem ?? detail}</span>
        )}
      </span>
      <span className={styles.type}>{type.toUpperCase()}</span>
      <span className={styles.number}>{pages === null ? '' : formatNumber(pages, i18n.language)}</span>
      <span className={styles.number}>{chunks === 0 ? '' : formatNumber(chunks, i18n.language)}</span>
      <span className={styles.language}>
        {language === null ? '' : capitalised(formatLanguage(language, i18n.language), i18n.language)}
      </span>
      <span className={styles.encoding}>{encoding?.toUpperCase() ?? ''}</span>
      <span className={styles.size}>{sizeText(bytes, i18n.language)}</span>
      <span className={styles.modified}>{formatDate(modified, i18n.language)}</span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size="sm"
            aria-label={t('library.documentMenu', { name: shownName(path) })}
            onClick={(event) => event.stopPropagation()}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        {/* A click in the menu is none on the row. */}
        <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
          <Menu.Item leftSection={<IconFileText size={15} aria-hidden />} onClick={() => onAsRead(document)}>
            {t('library.seeAsRead')}
          </Menu.Item>
          <Menu.Item leftSection={<IconReload size={15} aria-hidden />} onClick={() => onReadAgain(document)}>
            {t('viewer.readAgain')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
});

/** The head of the columns, laid out as the rows are. */
export function DocumentColumns() {
  const { t } = useTranslation();
  return (
    <div className={styles.columns} aria-hidden>
      <span className={styles.state}>{t('library.columnState')}</span>
      <span className={styles.names}>{t('library.columnName')}</span>
      <span className={styles.type}>{t('library.columnType')}</span>
      <span className={styles.number}>{t('library.columnPages')}</span>
      <span className={styles.number}>{t('library.columnPassages')}</span>
      <span className={styles.language}>{t('library.columnLanguage')}</span>
      <span className={styles.encoding}>{t('library.columnEncoding')}</span>
      <span className={styles.size}>{t('library.columnSize')}</span>
      <span className={styles.modified}>{t('library.columnModified')}</span>
    </div>
  );
}
