// A question in the conversation, what was searched for it, and the way to ask it again in other words.
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './question-line.module.css';

export interface QuestionLineProps {
  readonly question: string;
  /** Null while it is not known. */
  readonly queryUsed: string | null;
  /** How many answers come after this one: they are replaced too. */
  readonly later: number;
  /** Null where it can't be asked again now. */
  readonly onAsk: ((question: string) => void) | null;
}

export function QuestionLine({ question, queryUsed, later, onAsk }: QuestionLineProps) {
  const { t } = useTranslation();
  /** Null: it is not being edited. */
  const [draft, setDraft] = useState<string | null>(null);
  const isOther = queryUsed !== null && queryUsed.trim() !== '' && queryUsed.trim() !== question.trim();
  const send = (): void => {
    if (draft === null || draft.trim() === '' || onAsk === null) return;
    onAsk(draft.trim());
    setDraft(null);
  };
  if (draft !== null) {
    return (
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={focusAtEnd}
          className={styles.field}
          aria-label={t('chat.editLabel')}
          value={draft}
          maxLength={4_000}
          rows={1}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraft(null);
            else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send();
            else return;
            event.preventDefault();
          }}
        />
        <div className={styles.buttons}>
          {later > 0 && <span className={styles.warning}>{t('chat.editReplaces', { count: later })}</span>}
          <Button size="compact-sm" onClick={() => setDraft(null)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" size="compact-sm" variant="filled" disabled={draft.trim() === '' || onAsk === null}>
            {t('chat.askEdited')}
          </Button>
        </div>
      </form>
    );
  }
  return (
    <div className={styles.question}>
      <div className={styles.line}>
        <h2 className={`selectable ${styles.text}`} dir="auto">
          {question}
        </h2>
        {onAsk !== null && (
          <ActionIcon
            className={styles.edit ?? ''}
            size="sm"
            aria-label={t('chat.edit')}
            title={t('chat.edit')}
            onClick={() => setDraft(question)}
          >
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isOther && (
        <p className={styles.query} data-testid="query-used">
          {t('chat.searchedFor')} <q className="selectable">{queryUsed}</q>
          {onAsk !== null && (
            <button type="button" className={styles.link} onClick={() => setDraft(queryUsed)}>
              {t('chat.editQuery')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (field === null || document.activeElement === field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
