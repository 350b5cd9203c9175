// Where a question is written: Enter asks, Shift+Enter begins a new line, Escape stops what is under way.
import { ActionIcon } from '@mantine/core';
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './composer.module.css';

export interface ComposerProps {
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly isUnderWay: boolean;
  readonly isStopping: boolean;
  readonly isFollowUp: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

export function Composer({ fieldRef, isUnderWay, isStopping, isFollowUp, onAsk, onStop }: ComposerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const canAsk = text.trim() !== '' && !isUnderWay;
  const ask = (): void => {
    if (!canAsk) return;
    onAsk(text.trim());
    setText('');
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div className={styles.box}>
        <textarea
          ref={fieldRef}
          className={styles.field}
          aria-label={t('chat.placeholder')}
          placeholder={t(isFollowUp ? 'chat.placeholderFollowUp' : 'chat.placeholder')}
          value={text}
          rows={1}
          maxLength={4_000}
          data-testid="question"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isUnderWay) onStop();
            else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) ask();
            else return;
            event.preventDefault();
          }}
        />
        {isUnderWay ? (
          <ActionIcon
            variant="filled"
            color="petrol"
            size={30}
            aria-label={t('chat.stop')}
            title={`${t('chat.stop')} (Esc)`}
            disabled={isStopping}
            onClick={onStop}
          >
            <IconPlayerStopFilled size={15} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            type="submit"
            variant="filled"
            color="petrol"
            size={30}
            aria-label={t('chat.send')}
            title={t('chat.send')}
            disabled={!canAsk}
          >
            <IconArrowUp size={17} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </form>
  );
}
