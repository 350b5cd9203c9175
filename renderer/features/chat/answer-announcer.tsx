// Reads answers out to those who listen: whole sentences, now and then, never word by word.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Turn } from '../../../shared/domain/chat.js';
import { sentencesSince } from './answer-sentences.js';
import type { Asking } from './chat-state.js';

export interface AnswerAnnouncerProps {
  readonly asking: Asking | null;
  readonly lastTurn: Turn | null;
}

const pauseMs = 1_500;

export function AnswerAnnouncer({ asking, lastTurn }: AnswerAnnouncerProps) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const now = useRef({ asking, lastTurn });
  now.current = { asking, lastTurn };
  const isUnderWay = asking !== null && asking.error === null;
  const askId = isUnderWay ? asking.askId : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each question
  useEffect(() => {
    if (askId === null) return;
    let until = 0;
    setSaid(t('chat.announceSearching'));
    const timer = setInterval(() => {
      const spoken = sentencesSince(now.current.asking?.progress?.answer ?? '', until, false);
      until = spoken.until;
      if (spoken.text !== '') setSaid(spoken.text);
    }, pauseMs);
    return () => {
      clearInterval(timer);
      const { asking: after, lastTurn: turn } = now.current;
      // Another conversation came to the front: this one's answer is not the one that is looked at.
      if (after !== null || turn === null) return;
      const { answer, sources } = turn.answer;
      const rest = sentencesSince(answer, Math.min(until, answer.length), true).text;
      setSaid(`${rest} ${t('chat.announceDone', { count: sources.length })}`.trim());
    };
  }, [askId]);

  return (
    <div className="visually-hidden" role="status" data-testid="answer-announcer">
      {said}
    </div>
  );
}
