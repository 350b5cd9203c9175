// A conversation's questions and answers, the newest at the end, with the one that is under way.
import { ActionIcon } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerPassage, Reading, Turn } from '../../../shared/domain/chat.js';
import type { TextRange } from '../../../shared/domain/search.js';
import { AnswerBlock } from './answer-block.js';
import type { Asking } from './chat-state.js';
import { LiveAnswer } from './live-answer.js';
import { QuestionLine } from './question-line.js';
import styles from './thread.module.css';
import { useStickToEnd } from './use-stick-to-end.js';

export interface ThreadProps {
  /** Another one: the person went to another conversation. */
  readonly visit: number;
  readonly turns: readonly Turn[];
  readonly asking: Asking | null;
  readonly isEngineReady: boolean;
  readonly isModel: boolean;
  readonly start: ReactNode;
  readonly onOpen: (passage: AnswerPassage, quotes: readonly TextRange[], all: readonly AnswerPassage[]) => void;
  readonly onAsk: (question: string, replaceTurnId?: number, reading?: Reading) => void;
  readonly onDrop: () => void;
}

export function Thread({ visit, turns, asking, isEngineReady, isModel, start, onOpen, onAsk, onDrop }: ThreadProps) {
  const { t } = useTranslation();
  const { scroller, content, isAtEnd, goToEnd } = useStickToEnd();
  const askId = asking?.askId ?? null;
  const isUnderWay = asking !== null && asking.error === null;

  const shownVisit = useRef(visit);
  // Another conversation, or a new question, is read from its end. An answer that has come to its end leaves the person where they are.
  useEffect(() => {
    const isSameVisit = shownVisit.current === visit;
    shownVisit.current = visit;
    if (!isSameVisit || askId !== null) goToEnd();
  }, [visit, askId, goToEnd]);

  const replacedAt = asking === null ? -1 : turns.findIndex(({ turnId }) => turnId === asking.replaceTurnId);
  const shown = replacedAt < 0 ? turns : turns.slice(0, replacedAt);
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={t('chat.thread')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        tabIndex={0}
        data-testid="thread"
      >
        <div ref={content} className={styles.content}>
          {shown.length === 0 && asking === null && start}
          {shown.map((turn, index) => (
            <TurnBlock
              key={turn.turnId}
              turn={turn}
              later={turns.length - 1 - index}
              isBusy={isUnderWay}
              onOpen={onOpen}
              onAsk={onAsk}
            />
          ))}
          {asking !== null && (
            <article className={styles.turn} aria-label={asking.question}>
              <QuestionLine
                question={asking.question}
                queryUsed={asking.progress?.queryUsed ?? null}
                later={0}
                onAsk={null}
              />
              <LiveAnswer
                asking={asking}
                isEngineReady={isEngineReady}
                isModel={isModel}
                onOpen={onOpen}
                onTryAgain={() => onAsk(asking.question, asking.replaceTurnId ?? undefined)}
                onDrop={onDrop}
              />
            </article>
          )}
        </div>
      </div>
      {!isAtEnd && (
        <div className={styles.toEnd}>
          <ActionIcon
            variant="default"
            radius="xl"
            size={26}
            aria-label={t('chat.toEnd')}
            title={t('chat.toEnd')}
            onClick={goToEnd}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

interface TurnBlockProps extends Pick<ThreadProps, 'onOpen' | 'onAsk'> {
  readonly turn: Turn;
  readonly later: number;
  readonly isBusy: boolean;
}

const TurnBlock = memo(function TurnBlock({ turn, later, isBusy, onOpen, onAsk }: TurnBlockProps) {
  return (
    <article className={styles.turn} aria-label={turn.question} data-turn={turn.turnId} data-kind={turn.answer.kind}>
      <QuestionLine
        question={turn.question}
        queryUsed={turn.answer.queryUsed}
        later={later}
        onAsk={isBusy ? null : (question) => onAsk(question, turn.turnId)}
      />
      <AnswerBlock
        question={turn.question}
        answer={turn.answer}
        isBusy={isBusy}
        onOpen={onOpen}
        onAskAgain={(reading) => onAsk(turn.question, turn.turnId, reading)}
      />
    </article>
  );
});
