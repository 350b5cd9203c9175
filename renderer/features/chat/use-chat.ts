// The chat view's state and what can be done with it.
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatScope, Reading } from '../../../shared/domain/chat.js';
import { toPlainError } from '../../../shared/errors.js';
import { bridge, unwrap } from '../../api/client.js';
import { useAction } from '../../api/use-action.js';
import { say, sayProblem } from '../../components/messages.js';
import { type Asking, askingHere, type ChatState, chatReducer, emptyChat, newPlace } from './chat-state.js';

export interface Chat {
  readonly state: ChatState;
  /** Under way, or failed, in the conversation in front. */
  readonly asking: Asking | null;
  /** Begins a new conversation. */
  readonly begin: (scope?: ChatScope) => void;
  readonly open: (conversationId: string) => void;
  readonly ask: (question: string, replaceTurnId?: number, reading?: Reading) => void;
  readonly stop: () => void;
  /** Takes away a question that failed. */
  readonly drop: () => void;
  readonly setScope: (scope: ChatScope) => void;
  readonly rename: (conversationId: string, title: string) => void;
  readonly remove: (conversationId: string) => void;
  readonly exportMarkdown: (conversationId: string) => void;
}

/** `onListChanged`: conversations were added, named or removed. */
export function useChat(onListChanged: () => void): Chat {
  const { t } = useTranslation();
  const act = useAction();
  const [state, dispatch] = useReducer(chatReducer, null, () => emptyChat(newPlace()));
  const now = useRef(state);
  now.current = state;

  useEffect(() => bridge.chat.onAnswerProgress((progress) => dispatch({ kind: 'progress', progress })), []);

  const begin = useCallback((scope: ChatScope = {}) => dispatch({ kind: 'begun', place: newPlace(), scope }), []);

  const open = useCallback(
    (conversationId: string) => {
      if (now.current.place === conversationId) return;
      dispatch({ kind: 'opening', place: conversationId });
      act(async () => {
        const reply = unwrap(bridge.chat.conversation({ conversationId }));
        // One that is gone leaves an empty place, not a dead end.
        const conversation = await reply.catch((error: unknown) => {
          if (now.current.place === conversationId) dispatch({ kind: 'begun', place: newPlace(), scope: {} });
          throw error;
        });
        dispatch({ kind: 'opened', conversation });
      });
    },
    [act],
  );

  const ask = useCallback(
    (question: string, replaceTurnId?: number, reading?: Reading) => {
      const { place, conversation, scope } = now.current;
      const askId = crypto.randomUUID();
      const conversationId = conversation?.conversationId ?? null;
      dispatch({ kind: 'asked', asking: { askId, place, question, replaceTurnId: replaceTurnId ?? null } });
      // A scope that the person did not touch stays the conversation's own: it may have parts that the page does not know.
      const isOwnScope = conversation !== null && scope === conversation.scope;
      const request = { askId, question, conversationId, reading, ...(isOwnScope ? {} : { scope: copied(scope) }) };
      unwrap(bridge.chat.ask(replaceTurnId === undefined ? request : { ...request, replaceTurnId })).then(
        (result) => {
          dispatch({ kind: 'answered', askId, result });
          onListChanged();
        },
        (thrown: unknown) => {
          const error = toPlainError(thrown);
          dispatch(error.code === 'cancelled' ? { kind: 'dropped', askId } : { kind: 'failed', askId, error });
        },
      );
    },
    [onListChanged],
  );

  const stop = useCallback(() => {
    const asking = askingHere(now.current);
    if (asking === null || asking.isStopping) return;
    dispatch({ kind: 'stopping', askId: asking.askId });
    act(() => unwrap(bridge.chat.stop({ askId: asking.askId })));
  }, [act]);

  const drop = useCallback(() => {
    const asking = askingHere(now.current);
    if (asking !== null) dispatch({ kind: 'dropped', askId: asking.askId });
  }, []);

  const rename = useCallback(
    (conversationId: string, title: string) =>
      act(async () => {
        const info = await unwrap(bridge.chat.rename({ conversationId, title }));
        dispatch({ kind: 'renamed', conversationId, title: info.title });
        onListChanged();
      }),
    [act, onListChanged],
  );

  const remove = useCallback(
    (conversationId: string) =>
      act(async () => {
        await unwrap(bridge.chat.remove({ conversationId }));
        if (now.current.place === conversationId) dispatch({ kind: 'begun', place: newPlace(), scope: {} });
        onListChanged();
        say(t('chat.removed'));
      }),
    [act, onListChanged, t],
  );

  const exportMarkdown = useCallback(
    (conversationId: string) => {
      unwrap(bridge.chat.exportMarkdown({ conversationId })).then(
        (file) => file !== null && say(t('chat.exported', { name: file.name })),
        () => sayProblem(t('chat.exportFailed')),
      );
    },
    [t],
  );

  const setScope = useCallback((scope: ChatScope) => dispatch({ kind: 'scoped', scope }), []);
  const asking = askingHere(state);
  return useMemo(
    () => ({ state, asking, begin, open, ask, stop, drop, setScope, rename, remove, exportMarkdown }),
    [state, asking, begin, open, ask, stop, drop, setScope, rename, remove, exportMarkdown],
  );
}

/** As the contract takes it: lists that may be changed. */
function copied({ collection, folderIds, documentIds, types, inFolder, meta }: ChatScope) {
  return {
    collection,
    folderIds: folderIds && [...folderIds],
    documentIds: documentIds && [...documentIds],
    types: types && [...types],
    inFolder: inFolder && [...inFolder],
    meta: meta?.map((condition) => ({ ...condition, values: [...condition.values] })),
  };
}
