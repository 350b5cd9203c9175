// What could not be read, by reason: how many, what happened, the next step.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentReason } from '../../../shared/errors.js';
import { useRemote } from '../../api/remote-store.js';
import { problems as problemsStore, settings, useProgress } from '../../api/stores.js';
import { formatNumber } from '../../format/formats.js';
import styles from './problems-panel.module.css';

export interface ProblemsPanelProps {
  readonly onRetryAll: () => void;
  readonly onUnlock: () => void;
  readonly onRecognise: () => void;
  readonly onShow: (reason: DocumentReason) => void;
}

export function ProblemsPanel({ onRetryAll, onUnlock, onRecognise, onShow }: ProblemsPanelProps) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const mayRecognise = useRemote(settings)?.recognition !== 'off';
  const isRecognising = useProgress().recognition !== null;
  const groups = [...(useRemote(problemsStore) ?? [])].sort((a, b) => b.documents - a.documents);
  if (groups.length === 0) return null;
  const total = groups.reduce((sum, group) => sum + group.documents, 0);
  return (
    <section className={styles.panel} aria-label={t('library.problems', { count: total })} data-testid="problems">
      {isOpen && (
        <ul className={styles.groups}>
          {groups.map(({ reason, documents }) => (
            <li key={reason} className={styles.group}>
              <b className={styles.count}>{formatNumber(documents, i18n.language)}</b>
              <div className={styles.text}>
                <div className={styles.reason}>{t(`reasons.${reason}`)}</div>
                <div className={styles.next}>
                  {t(`errors.${reason}.what`)} {t(`errors.${reason}.next`)}
                </div>
              </div>
              {reason === 'password-protected' && (
                <Button size="compact-xs" onClick={onUnlock}>
                  {t('library.unlock')}
                </Button>
              )}
              {reason === 'needs-recognition' && mayRecognise && !isRecognising && (
                <Button size="compact-xs" onClick={onRecognise}>
                  {t('library.recognise')}
                </Button>
              )}
              <Button size="compact-xs" variant="subtle" onClick={() => onShow(reason)}>
                {t('library.reasonShow')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          title={t(isOpen ? 'library.problemsHide' : 'library.problemsShow')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertTriangle className={styles.icon} size={16} aria-hidden />
          <b>{t('library.problems', { count: total })}</b>
          {isOpen ? <IconChevronDown size={15} aria-hidden /> : <IconChevronUp size={15} aria-hidden />}
          {!isOpen && (
            <span className={styles.summary}>
              {groups
                .map(({ reason, documents }) => `${t(`reasons.${reason}`)} ${formatNumber(documents, i18n.language)}`)
                .join(' · ')}
            </span>
          )}
        </button>
        <Button size="compact-sm" onClick={onRetryAll}>
          {t('library.retryAll')}
        </Button>
      </div>
    </section>
  );
}
