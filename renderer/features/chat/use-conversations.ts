// The list of conversations, newest first, as far as it was asked for.
import { useCallback, useState } from 'react';
import type { ConversationInfo } from '../../../shared/domain/chat.js';
import { bridge, unwrap } from '../../api/client.js';
import { type Called, useCall } from '../../api/use-call.js';

const pageSize = 60;

interface Listed {
  readonly conversations: readonly ConversationInfo[];
  readonly total: number;
}

export interface Conversations {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** As last known: a list that is asked for again stays until the answer is there. */
  readonly listed: Listed | null;
  readonly called: Called<Listed>;
  readonly showMore: () => void;
  readonly refresh: () => void;
}

export function useConversations(libraryFolder: string | null): Conversations {
  const [query, setQuery] = useState('');
  const [pages, setPages] = useState(1);
  const [revision, setRevision] = useState(0);
  const [last, setLast] = useState<Listed | null>(null);
  const key = libraryFolder === null ? null : JSON.stringify([libraryFolder, query.trim(), pages, revision]);
  const called = useCall(key, async () => {
    const conversations: ConversationInfo[] = [];
    let total = 0;
    for (let page = 0; page < pages; page++) {
      const request = { offset: page * pageSize, limit: pageSize };
      const words = query.trim();
      const found = await unwrap(bridge.chat.conversations(words === '' ? request : { ...request, query: words }));
      conversations.push(...found.conversations);
      total = found.total;
    }
    const listed = { conversations, total };
    setLast(listed);
    return listed;
  });
  return {
    query,
    onQuery: (next) => {
      setQuery(next);
      setPages(1);
    },
    listed: called.kind === 'value' ? called.value : last,
    called,
    showMore: () => setPages((now) => now + 1),
    refresh: useCallback(() => setRevision((now) => now + 1), []),
  };
}
