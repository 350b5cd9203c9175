// One thing that did not work while the rest goes on: what it was, why, the next step, and a button to try again.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlainError } from '../../shared/errors.js';
import { AlertNotice } from './alert-notice.js';

export interface ProblemNoticeProps {
  /** What did not work, as a sentence. */
  readonly what: string;
  readonly error: PlainError;
  readonly onTryAgain: () => void;
}

export function ProblemNotice({ what, error, onTryAgain }: ProblemNoticeProps) {
  const { t } = useTranslation();
  return (
    <AlertNotice
      kind="warning"
      title={what}
      buttons={
        <Button size="compact-sm" onClick={onTryAgain}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t(`errors.${error.code}.what`)} {t(`errors.${error.code}.next`)}
    </AlertNotice>
  );
}
