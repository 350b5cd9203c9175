// What left the machine for one answer: to whom, which passages, how many tokens, and what it cost.
import { useTranslation } from 'react-i18next';
import type { SentRecord } from '../../../shared/domain/chat.js';
import { formatNumber } from '../../format/formats.js';
import { shownName } from '../../format/path-parts.js';
import { formatUsd } from './money.js';
import styles from './sent-panel.module.css';

export function SentPanel({ sent }: { readonly sent: SentRecord }) {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => formatNumber(value, i18n.language);
  const { usage } = sent;
  return (
    <dl className={styles.panel} aria-label={t('chat.sentTitle')} data-testid="sent-panel">
      <dt>{t('chat.sentHost')}</dt>
      <dd className="selectable">
        <bdi>{sent.host}</bdi>
      </dd>
      <dt>{t('chat.sentModel')}</dt>
      <dd className="selectable">{sent.model}</dd>
      <dt>{t('chat.sentPassages')}</dt>
      <dd>
        {sent.passages.length === 0 ? (
          t('chat.sentNoPassages')
        ) : (
          <ul className={styles.passages}>
            {sent.passages.map(({ path, chunkId, characters }) => (
              <li key={chunkId} title={path}>
                {shownName(path)} · {t('viewer.characters', { count: characters })}
              </li>
            ))}
          </ul>
        )}
      </dd>
      <dt>{t('chat.sentTokens')}</dt>
      <dd>
        {t('chat.sentUsage', {
          input: number(usage.input),
          cacheRead: number(usage.cacheRead),
          cacheWritten: number(usage.cacheWritten),
          output: number(usage.output),
        })}
      </dd>
      <dt>{t('chat.sentCost')}</dt>
      <dd>{sent.costUsd === null ? t('chat.costUnknown') : formatUsd(sent.costUsd, i18n.language)}</dd>
      <dt>{t('chat.sentRequests')}</dt>
      <dd>{number(sent.requests)}</dd>
    </dl>
  );
}
