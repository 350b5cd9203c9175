// The steps that an answer took: what was searched for, opened, and waited for.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AnswerStep } from '../../../shared/domain/chat.js';
import { isErrorCode } from '../../../shared/errors.js';
import { formatNumber } from '../../format/formats.js';
import styles from './step-list.module.css';

/** A step as a sentence. */
export function stepText(step: AnswerStep, t: TFunction, language: string): string {
  switch (step.kind) {
    case 'searched':
      return t('chat.stepSearched', { count: step.passages, query: step.query });
    case 'opened':
      return t('chat.stepOpened');
    case 'shortened':
      return t('chat.stepShortened', { count: step.turns });
    case 'whole':
      return t('chat.stepWhole', { tokens: formatNumber(step.tokens, language) });
    case 'too-long':
      return t('chat.stepTooLong');
    case 'reused':
      return t('chat.stepReused', { question: step.question });
    case 'waiting': {
      const why = isErrorCode(step.reason) ? t(`errors.${step.reason}.what`) : t('chat.stepWaitingWhy');
      return t('chat.stepWaiting', { why, seconds: formatNumber(Math.ceil(step.seconds), language) });
    }
  }
}

export function StepList({ steps }: { readonly steps: readonly AnswerStep[] }) {
  const { t, i18n } = useTranslation();
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li key={index}>{stepText(step, t, i18n.language)}</li>
      ))}
    </ol>
  );
}
