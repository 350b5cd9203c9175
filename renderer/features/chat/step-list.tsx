// The steps that an answer took: what was searched for, opened, and waited for.
import { useTranslation } from 'react-i18next';
import type { AnswerStep } from '../../../shared/domain/chat.js';
import { formatNumber } from '../../format/formats.js';
import styles from './step-list.module.css';

export function StepList({ steps }: { readonly steps: readonly AnswerStep[] }) {
  const { t, i18n } = useTranslation();
  const textOf = (step: AnswerStep): string => {
    switch (step.kind) {
      case 'searched':
        return t('chat.stepSearched', { count: step.passages, query: step.query });
      case 'opened':
        return t('chat.stepOpened');
      case 'waiting':
        return t('chat.stepWaiting', { seconds: formatNumber(Math.round(step.seconds), i18n.language) });
    }
  };
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li key={index}>{textOf(step)}</li>
      ))}
    </ol>
  );
}
