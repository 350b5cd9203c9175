// The conversations beside the one in front: found by their words, named, exported and removed.
import { ActionIcon, Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconDots, IconFileExport, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationInfo } from '../../../shared/domain/chat.js';
import { classNames } from '../../components/class-names.js';
import { formatWhen } from '../../format/formats.js';
import styles from './conversation-list.module.css';
import type { Conversations } from './use-conversations.js';

export interface ConversationListProps {
  readonly list: Conversations;
  readonly shownId: string | null;
  readonly onBegin: () => void;
  readonly onOpen: (conversationId: string) => void;
  readonly onRename: (conversationId: string, title: string) => void;
  readonly onExport: (conversationId: string) => void;
  readonly onRemove: (conversation: ConversationInfo) => void;
}

export function ConversationList(props: ConversationListProps) {
  const { list, shownId, onBegin, onOpen, onRename, onExport, onRemove } = props;
  const { t, i18n } = useTranslation();
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const nowMs = Date.now();
  const conversations = list.listed?.conversations ?? [];
  const hasMore = list.listed !== null && list.listed.total > conversations.length;

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, conversation: ConversationInfo): void {
    if (event.key === 'F2') setRenamingId(conversation.conversationId);
    else if (event.key === 'Delete') onRemove(conversation);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(event.currentTarget, event.key);
    else return;
    event.preventDefault();
  }

  return (
    <nav className={styles.list} aria-label={t('chat.conversations')}>
      <Button
        className={styles.begin ?? ''}
        justify="flex-start"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={onBegin}
      >
        {t('chat.newConversation')}
      </Button>
      <TextInput
        className={styles.search ?? ''}
        aria-label={t('chat.searchConversations')}
        placeholder={t('chat.searchConversations')}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          list.query === '' ? null : (
            <CloseButton size="xs" aria-label={t('chat.clearSearch')} onClick={() => list.onQuery('')} />
          )
        }
        value={list.query}
        maxLength={200}
        onChange={(event) => list.onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') list.onQuery('');
        }}
      />
      <ul className={styles.items}>
        {conversations.map((conversation) => {
          const { conversationId, title, changed } = conversation;
          const isShown = conversationId === shownId;
          return (
            <li key={conversationId} className={classNames(styles.item, isShown && styles.current)}>
              {renamingId === conversationId ? (
                <RenameField
                  title={title}
                  onDone={(next) => {
                    setRenamingId(null);
                    if (next !== null && next !== title) onRename(conversationId, next);
                  }}
                />
              ) : (
                <>
                  <button
                    type="button"
                    className={styles.open}
                    aria-current={isShown ? 'true' : undefined}
                    title={title}
                    data-conversation={conversationId}
                    onClick={() => onOpen(conversationId)}
                    onKeyDown={(event) => onKeyDown(event, conversation)}
                  >
                    <span className={styles.title} dir="auto">
                      {title}
                    </span>
                    <span className={styles.when}>
                      {formatWhen(changed, i18n.language, nowMs)} · {t('chat.turns', { count: conversation.turns })}
                    </span>
                  </button>
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon className={styles.menu ?? ''} size="sm" aria-label={t('chat.actionsFor', { title })}>
                        <IconDots size={15} aria-hidden />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item
                        leftSection={<IconPencil size={15} aria-hidden />}
                        onClick={() => setRenamingId(conversationId)}
                      >
                        {t('chat.rename')}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<IconFileExport size={15} aria-hidden />}
                        onClick={() => onExport(conversationId)}
                      >
                        {t('chat.exportMarkdown')}
                      </Menu.Item>
                      <Menu.Item
                        color="red"
                        leftSection={<IconTrash size={15} aria-hidden />}
                        onClick={() => onRemove(conversation)}
                      >
                        {t('chat.remove')}
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {list.listed !== null && conversations.length === 0 && (
        <p className={styles.none}>{t(list.query.trim() === '' ? 'chat.noConversations' : 'chat.noneFound')}</p>
      )}
      {hasMore && (
        <Button size="compact-sm" variant="subtle" onClick={list.showMore}>
          {t('chat.showMore')}
        </Button>
      )}
    </nav>
  );
}

/** Arrow keys go from one conversation to the next. */
function walk(from: HTMLElement, key: 'ArrowDown' | 'ArrowUp'): void {
  const all = [...(from.closest('ul')?.querySelectorAll<HTMLElement>('[data-conversation]') ?? [])];
  all[all.indexOf(from) + (key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface RenameFieldProps {
  readonly title: string;
  /** Null: left as it was. */
  readonly onDone: (title: string | null) => void;
}

function RenameField({ title, onDone }: RenameFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(title);
  const save = (): void => onDone(text.trim() === '' ? null : text.trim());
  return (
    <TextInput
      className={styles.rename ?? ''}
      aria-label={t('chat.renameLabel')}
      autoFocus
      value={text}
      maxLength={200}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        else if (event.key === 'Escape') onDone(null);
      }}
    />
  );
}
