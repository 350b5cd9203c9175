// Shown when the engine has failed: what happened, what is safe, try again, copy a report.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AppState } from '../../shared/domain/app-state.js';
import type { PlainError } from '../../shared/errors.js';
import { bridge, unwrap } from '../api/client.js';
import { useAction } from '../api/use-action.js';
import { AlertNotice } from './alert-notice.js';
import { say } from './messages.js';

export interface EngineBannerProps {
  readonly app: AppState;
  readonly error: PlainError;
}

export function EngineBanner({ app, error }: EngineBannerProps) {
  const { t } = useTranslation();
  const act = useAction();
  return (
    <AlertNotice
      kind="failure"
      title={t('common.engineFailed')}
      buttons={
        <>
          <Button size="compact-sm" variant="filled" onClick={() => act(() => unwrap(bridge.app.retryEngine()))}>
            {t('common.tryAgain')}
          </Button>
          <Button
            size="compact-sm"
            onClick={() =>
              act(async () => {
                await unwrap(bridge.app.copyText({ text: reportOf(app, error, new Date()) }));
                say(t('common.reportCopied'));
              })
            }
          >
            {t('common.copyReport')}
          </Button>
        </>
      }
    >
      {t(`errors.${error.code}.what`)} {t(`errors.${error.code}.next`)} {t('common.engineSafe')}
    </AlertNotice>
  );
}

/** What helps to find the fault, without any word of the person's documents or questions. */
function reportOf(app: AppState, error: PlainError, now: Date): string {
  return [
    `Acervo ${app.version} on ${app.platform}`,
    now.toISOString(),
    `engine: ${app.engine.kind}`,
    `code: ${error.code}`,
    `message: ${error.message}`,
  ].join('\n');
}
