// Runs something that the person asked for, and says in the status line what could not be done.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../components/messages.js';
import { asAppError } from './client.js';

/** Gives a function that runs an action; a failure becomes one sentence and its next step, a cancelled one nothing. */
export function useAction(): (action: () => Promise<unknown>) => void {
  const { t } = useTranslation();
  return useCallback(
    (action) => {
      action().catch((thrown: unknown) => {
        const { code } = asAppError(thrown);
        if (code !== 'cancelled') sayProblem(`${t(`errors.${code}.what`)} ${t(`errors.${code}.next`)}`);
      });
    },
    [t],
  );
}
