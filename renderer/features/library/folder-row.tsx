// A folder of the library: what is in it, how it is, when it was last looked at.
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconFileX,
  IconFolder,
  IconPlugConnectedX,
  IconRefresh,
  IconReload,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { documentStates } from '../../../shared/domain/document.js';
import { hasRules } from '../../../shared/domain/folder-rules.js';
import { defaultCollection, type FolderInfo } from '../../../shared/domain/library.js';
import { sizeText } from '../../../shared/domain/size-text.js';
import { formatNumber, formatWhen } from '../../format/formats.js';
import { fileName } from '../../format/path-parts.js';
import styles from './folder-row.module.css';
import { StateMark } from './state-mark.js';

export interface FolderRowProps {
  readonly folder: FolderInfo;
  readonly isExpanded: boolean;
  /** How many of its documents match the filter; null where there is none. */
  readonly matching: number | null;
  readonly nowMs: number;
  readonly onToggle: () => void;
  readonly onCheck: () => void;
  readonly onRetry: () => void;
  readonly onSettings: () => void;
  readonly onRemove: () => void;
  /** Of the documents whose files are gone. */
  readonly onForgetMissing: () => void;
}

export function FolderRow(props: FolderRowProps) {
  const { folder, isExpanded, matching, nowMs, onToggle, onCheck, onRetry, onSettings, onRemove, onForgetMissing } =
    props;
  const { t, i18n } = useTranslation();
  const name = fileName(folder.path);
  const isOffline = folder.state === 'offline';
  const when = folder.lastCheck === null ? null : formatWhen(folder.lastCheck, i18n.language, nowMs);
  const checked =
    when === null ? t('library.notChecked') : t(isOffline ? 'library.lastSeen' : 'library.checked', { when });
  const hasProblems = folder.byState.failed + folder.byState.skipped > 0;
  return (
    <div className={styles.row}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.toggle}
        aria-label={t('library.expand', { name })}
        aria-expanded={isExpanded}
        onClick={onToggle}
      >
        {isExpanded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
      </button>
      <IconFolder className={styles.icon} size={18} stroke={1.5} aria-hidden />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the row's keys do the same */}
      <div className={styles.names} onClick={onToggle} title={folder.path}>
        <div className={styles.line}>
          <bdi className={styles.name}>{name}</bdi>
          {isOffline && (
            <span className={styles.offline}>
              <IconPlugConnectedX size={14} aria-hidden /> {t('library.offline')}
            </span>
          )}
          {folder.collection !== defaultCollection && <bdi className={styles.collection}>{folder.collection}</bdi>}
          {hasRules(folder.rules) && <span className={styles.rules}>{t('folders.rulesMark')}</span>}
          <span className={styles.facts}>
            <b className={styles.total}>
              {matching === null
                ? t('library.documents', { count: folder.documents })
                : t('library.match', { count: matching })}
            </b>
            {` · ${sizeText(folder.bytes, i18n.language)} · ${checked}`}
          </span>
        </div>
        <div className={styles.line}>
          <bdi className={styles.path}>{folder.path}</bdi>
          <span className={styles.states}>
            <States folder={folder} />
          </span>
        </div>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('library.folderMenu', { name })}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={onCheck}>
            {t('library.checkNow')}
          </Menu.Item>
          {hasProblems && (
            <Menu.Item leftSection={<IconReload size={15} aria-hidden />} onClick={onRetry}>
              {t('library.retryFolder')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconSettings size={15} aria-hidden />} onClick={onSettings}>
            {t('folders.settings')}
          </Menu.Item>
          {folder.missing > 0 && (
            <Menu.Item leftSection={<IconFileX size={15} aria-hidden />} onClick={onForgetMissing}>
              {t('library.forgetMissing', { count: folder.missing })}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={onRemove}>
            {t('library.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Counts of the states that are there; one word where all documents are ready. */
function States({ folder }: { readonly folder: FolderInfo }) {
  const { t, i18n } = useTranslation();
  if (folder.documents === 0) return null;
  if (folder.byState.ready === folder.documents)
    return <span className={styles.allReady}>{t('library.allReady')}</span>;
  const there = documentStates.filter((state) => folder.byState[state] > 0).toReversed();
  return there.map((state) => (
    <StateMark key={state} state={state} count={formatNumber(folder.byState[state], i18n.language)} />
  ));
}
