// An answer while it is being made: what is being done, the words so far, and what became of a question that failed.
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerPassage } from '../../../shared/domain/chat.js';
import type { TextRange } from '../../../shared/domain/search.js';
import blockStyles from './answer-block.module.css';
import { AnswerContext } from './answer-context.js';
import { AnswerText } from './answer-text.js';
import type { Asking } from './chat-state.js';
import styles from './live-answer.module.css';
import { PassageList } from './passage-list.js';
import { stepText } from './step-list.js';

export interface LiveAnswerProps {
  readonly asking: Asking;
  readonly isEngineReady: boolean;
  /** A model is writing; else documents are quoted. */
  readonly isModel: boolean;
  readonly onOpen: (passage: AnswerPassage, quotes: readonly TextRange[], all: readonly AnswerPassage[]) => void;
  readonly onTryAgain: () => void;
  readonly onDrop: () => void;
}

export function LiveAnswer({ asking, isEngineReady, isModel, onOpen, onTryAgain, onDrop }: LiveAnswerProps) {
  const { t, i18n } = useTranslation();
  const { progress, error } = asking;
  const citations = progress?.citations;
  const sources = progress?.sources;
  const passagesRead = progress?.passagesRead;
  const parts = useMemo(
    () => ({
      citations: citations ?? [],
      sources: sources ?? [],
      onOpen: (passage: AnswerPassage, quotes: readonly TextRange[]) =>
        onOpen(passage, quotes, [...(sources ?? []), ...(passagesRead ?? [])]),
    }),
    [citations, sources, passagesRead, onOpen],
  );
  if (error !== null) {
    return (
      <div role="alert">
        <p className={blockStyles.problem}>
          <IconAlertTriangle className={blockStyles.problemIcon} size={15} aria-hidden />
          <span>
            {t(`errors.${error.code}.what`)} {t(`errors.${error.code}.next`)}
          </span>
        </p>
        <div className={blockStyles.actions}>
          <Button size="compact-sm" onClick={onTryAgain}>
            {t('common.tryAgain')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDrop}>
            {t('chat.drop')}
          </Button>
        </div>
      </div>
    );
  }
  const phase = asking.isStopping ? 'stopping' : isEngineReady ? (progress?.phase ?? 'searching') : 'waking';
  const lastStep = progress?.steps.at(-1);
  const isWaiting = lastStep?.kind === 'waiting' && !asking.isStopping && progress?.answer === '';
  return (
    <AnswerContext value={parts}>
      <div data-testid="live-answer" data-phase={phase} aria-busy>
        {progress !== null && progress.answer !== '' && (
          <AnswerText text={progress.answer} citations={progress.citations} isMarkdown={isModel} />
        )}
        <p className={styles.phase}>
          <Loader size={13} type="dots" aria-hidden />
          {isWaiting
            ? stepText(lastStep, t, i18n.language)
            : t(`chat.phases.${phase}`, { count: passagesRead?.length ?? 0 })}
        </p>
        {parts.sources.length > 0 && (
          <PassageList label={t('chat.sources', { count: parts.sources.length })} passages={parts.sources} />
        )}
      </div>
    </AnswerContext>
  );
}
