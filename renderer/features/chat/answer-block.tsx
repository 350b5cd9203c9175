// One finished answer: its text, its sources, what it was made from, and what can be done with it.
import { Button } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconCopy, IconFileText, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer, AnswerPassage, OtherReading, Reading } from '../../../shared/domain/chat.js';
import type { TextRange } from '../../../shared/domain/search.js';
import { bridge, unwrap } from '../../api/client.js';
import { useAction } from '../../api/use-action.js';
import { say } from '../../components/messages.js';
import { formatNumber, formatWhen } from '../../format/formats.js';
import { answerAsText } from './answer-as-text.js';
import styles from './answer-block.module.css';
import { AnswerContext } from './answer-context.js';
import { AnswerText } from './answer-text.js';
import { formatUsd } from './money.js';
import { PassageList } from './passage-list.js';
import { SentPanel } from './sent-panel.js';
import { StepList } from './step-list.js';

export interface AnswerBlockProps {
  readonly question: string;
  readonly answer: Answer;
  /** Another question is under way here: nothing can be asked again now. */
  readonly isBusy: boolean;
  readonly onOpen: (passage: AnswerPassage, quotes: readonly TextRange[], all: readonly AnswerPassage[]) => void;
  readonly onAskAgain: (reading?: Reading) => void;
}

export function AnswerBlock({ question, answer, isBusy, onOpen, onAskAgain }: AnswerBlockProps) {
  const { t, i18n } = useTranslation();
  const act = useAction();
  const { citations, sources, passagesRead, nearest, problem, kind } = answer;
  const parts = useMemo(
    () => ({
      citations,
      sources,
      onOpen: (passage: AnswerPassage, quotes: readonly TextRange[]) =>
        onOpen(passage, quotes, [...sources, ...passagesRead, ...nearest]),
    }),
    [citations, sources, passagesRead, nearest, onOpen],
  );
  const copy = (): void =>
    act(async () => {
      await unwrap(bridge.app.copyText({ text: answerAsText(answer, t) }));
      say(t('chat.copied'));
    });
  return (
    <AnswerContext value={parts}>
      {problem !== null && !answer.isStopped && (
        <p className={styles.problem} role="note">
          <IconAlertTriangle className={styles.problemIcon} size={15} aria-hidden />
          <span>
            {kind === 'failed' ? '' : `${t('chat.quotedInstead')} `}
            {t(`errors.${problem.code}.what`)} {t(`errors.${problem.code}.next`)}
          </span>
        </p>
      )}
      {answer.answer !== '' && (
        <AnswerText text={answer.answer} citations={citations} isMarkdown={kind === 'answered'} />
      )}
      {answer.isFromCache && <FromEarlier answer={answer} question={question} />}
      {answer.isStopped && <p className={styles.note}>{t('chat.stopped')}</p>}
      {sources.length > 0 && <Sources answer={answer} />}
      {kind === 'not-found' && nearest.length > 0 && (
        <section>
          <h3 className={styles.listTitle}>{t('chat.nearest')}</h3>
          <PassageList label={t('chat.nearest')} passages={nearest} />
        </section>
      )}
      <Facts answer={answer} />
      <div className={styles.actions}>
        {sources.length > 0 && <Action icon={IconCopy} label={t('chat.copy')} onClick={copy} />}
        <Action icon={IconRefresh} label={t('chat.askAgain')} disabled={isBusy} onClick={() => onAskAgain()} />
        {answer.other !== undefined && (
          <Action
            icon={IconFileText}
            label={t(answer.other.reading === 'document' ? 'chat.askDocument' : 'chat.askPassages')}
            disabled={isBusy}
            title={otherCost(answer.other, t, i18n.language)}
            onClick={() => onAskAgain(answer.other?.reading)}
          />
        )}
      </div>
    </AnswerContext>
  );
}

interface ActionProps {
  readonly icon: Icon;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly title?: string;
}

/** What can be done with an answer. */
function Action({ icon: ActionIcon, label, ...button }: ActionProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      leftSection={<ActionIcon size={14} aria-hidden />}
      {...button}
    >
      {label}
    </Button>
  );
}

/** That nobody was asked this time, and about what the answer was. */
function FromEarlier({ answer, question }: Pick<AnswerBlockProps, 'answer' | 'question'>) {
  const { t, i18n } = useTranslation();
  const step = answer.steps.find((one) => one.kind === 'reused');
  if (step === undefined) return null;
  const when = formatWhen(step.asked, i18n.language, Date.now());
  const words = step.question === question ? 'chat.fromCache' : 'chat.fromCacheQuestion';
  return <p className={styles.note}>{t(words, { when, question: step.question })}</p>;
}

function Sources({ answer }: { readonly answer: Answer }) {
  const { t } = useTranslation();
  return (
    <details className={styles.sources} open>
      <summary className={styles.listTitle}>{t('chat.sources', { count: answer.sources.length })}</summary>
      <PassageList label={t('chat.sources', { count: answer.sources.length })} passages={answer.sources} />
    </details>
  );
}

/** One line: what was read, what it took; each part that has more to tell opens it below. */
function Facts({ answer }: { readonly answer: Answer }) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<'passages' | 'sent' | 'steps' | null>(null);
  const below = useId();
  const { sent, passagesRead, steps, confidence } = answer;
  const toggle = (what: 'passages' | 'sent' | 'steps') => ({
    type: 'button' as const,
    className: styles.fact,
    'aria-expanded': opened === what,
    'aria-controls': below,
    onClick: () => setOpened((now) => (now === what ? null : what)),
  });
  const tokens = sent === null ? 0 : Object.values(sent.usage).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <div className={styles.facts}>
        {steps.some(({ kind: step }) => step === 'whole') && answer.other?.reading === 'passages' && (
          <span>{t('chat.readWhole')}</span>
        )}
        {passagesRead.length > 0 && (
          <button {...toggle('passages')}>{t('chat.passagesRead', { count: passagesRead.length })}</button>
        )}
        {steps.length > 1 && <button {...toggle('steps')}>{t('chat.steps', { count: steps.length })}</button>}
        {confidence !== null && (
          <span>{answer.answerable === null ? t('models.unjudged') : t(`chat.confidence.${confidence}`)}</span>
        )}
        {sent === null ? (
          <span>{t('chat.nothingSent')}</span>
        ) : (
          <>
            <span>{t('chat.tokens', { count: tokens })}</span>
            {sent.costUsd !== null && <span>{formatUsd(sent.costUsd, i18n.language)}</span>}
            <button {...toggle('sent')}>{t('chat.whatWasSent')}</button>
          </>
        )}
        {answer.other !== undefined && sent !== null && <span>{otherCost(answer.other, t, i18n.language)}</span>}
        <span>{t('chat.seconds', { seconds: formatNumber(rounded(answer.seconds), i18n.language) })}</span>
      </div>
      <div id={below}>
        {opened === 'passages' && <PassageList label={t('chat.passagesReadTitle')} passages={passagesRead} />}
        {opened === 'steps' && <StepList steps={steps} />}
        {opened === 'sent' && sent !== null && <SentPanel sent={sent} />}
      </div>
    </>
  );
}

/** What the other way of reading the document would take: tokens, and dollars where they are known. */
function otherCost(other: OtherReading, t: TFunction, language: string): string {
  const tokens = formatNumber(other.tokens, language);
  const { costUsd, followingCostUsd } = other;
  if (costUsd === null) return t('chat.otherTokens', { tokens });
  const cost = formatUsd(costUsd, language);
  if (followingCostUsd === null) return t('chat.otherCost', { tokens, cost });
  return t('chat.otherCostFollowing', { tokens, cost, following: formatUsd(followingCostUsd, language) });
}

function rounded(seconds: number): number {
  return seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
}
