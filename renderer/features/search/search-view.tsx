// The search view: one box, cards below it, the reading pane beside them.
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { documentStates } from '../../../shared/domain/document.js';
import { passageRanges } from '../../../shared/domain/models.js';
import type { Hit } from '../../../shared/domain/search.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { libraryRevision, libraryStatus, settings, useIsEngineReady, useIsModelReady } from '../../api/stores.js';
import { useAction } from '../../api/use-action.js';
import { SplitPane } from '../../components/split-pane.js';
import { ReadingPane } from '../../viewer/reading-pane.js';
import { useCopyWithSource } from '../../viewer/use-copy-with-source.js';
import { type CardActions, type CardState, toggled } from './card-actions.js';
import { CountsAnnouncer, CountsLine } from './counts-line.js';
import { FilterBar } from './filter-bar.js';
import { type KeyIntent, keyIntent, keyPressOf } from './list-keys.js';
import { ResultList, type ResultListHandle } from './result-list.js';
import { SearchBox } from './search-box.js';
import { hasFilters, noFilters } from './search-filters.js';
import { FailedNotice, NoHitsNotice, StartNotice } from './search-notices.js';
import { type ChosenPassage, stopAfter, stopOf, stopsOf, stopToShow } from './stops.js';
import { useGuessedFilters } from './use-guessed-filters.js';
import { useReadingTarget } from './use-reading-target.js';
import { useSearch } from './use-search.js';

export interface SearchViewProps {
  readonly isShown: boolean;
  /** Grows each time the box is asked for. */
  readonly focusCalls: number;
  readonly onGoToLibrary: () => void;
}

const nothing: ReadonlySet<string> = new Set();

export function SearchView({ isShown, focusCalls, onGoToLibrary }: SearchViewProps) {
  const act = useAction();
  const status = useRemote(libraryStatus);
  const isModelReady = useIsModelReady();
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState(noFilters);
  const [chosen, setChosen] = useState<ChosenPassage | null>(null);
  const [unfolded, setUnfolded] = useState(nothing);
  const [explained, setExplained] = useState(nothing);
  const box = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLElement>(null);
  const list = useRef<ResultListHandle>(null);

  const chosenSettings = useRemote(settings);
  const threshold = chosenSettings?.threshold ?? null;
  const passages = chosenSettings?.searchPassages ?? passageRanges.search.usual;
  const isEngineReady = useIsEngineReady();
  const edition = `${status?.generation ?? ''} ${useRemote(libraryRevision) ?? 0}`;
  const { state, holdStill, point } = useSearch({
    query,
    filters,
    threshold,
    passages,
    isEngineReady,
    isModelReady,
    edition,
    isShown,
  });

  const guesses = useGuessedFilters(query, filters.meta, isEngineReady);

  const stops = useMemo(() => stopsOf(state.groups, unfolded), [state.groups, unfolded]);
  const chosenStop = stopOf(state.groups, chosen);
  // Nothing chosen yet: the best passage is shown as soon as the list has come to rest.
  const active = chosenStop ?? (state.phase === 'settled' ? stopToShow(stops, state.reranked) : undefined);
  const target = useReadingTarget(state, active?.hit ?? null);
  const copy = useCopyWithSource();

  useEffect(() => {
    if (focusCalls === 0) return;
    box.current?.focus();
    box.current?.select();
  }, [focusCalls]);

  const type = (text: string): void => {
    setQuery(text);
    setChosen(null);
    setUnfolded(nothing);
    setExplained(nothing);
    list.current?.scrollToTop();
  };

  const choose = useCallback(
    (hit: Hit): void => {
      holdStill();
      setChosen(hit);
    },
    [holdStill],
  );

  const openInApp = (hit: Hit): void => act(() => unwrap(bridge.document.openInApp({ documentId: hit.documentId })));

  const actions: CardActions = useMemo(
    () => ({
      onChoose: choose,
      onOpen: (hit) => {
        choose(hit);
        pane.current?.focus();
      },
      onToggleMore: (documentId) => {
        holdStill();
        setUnfolded((now) => toggled(now, documentId));
      },
      onToggleWhy: (chunkId) => {
        holdStill();
        setExplained((now) => toggled(now, chunkId));
      },
    }),
    [choose, holdStill],
  );

  const roots = useMemo(() => (status?.folders ?? []).map((folder) => folder.path), [status]);
  const isPending = isModelReady && (state.phase === 'words' || state.phase === 'typing');
  const cardState: CardState = useMemo(
    () => ({
      activeChunkId: active?.hit.chunkId ?? null,
      unfolded,
      explained,
      isPending,
      isListed: state.result?.listed === true,
      threshold: state.result?.threshold ?? 0,
      roots,
    }),
    [active, unfolded, explained, isPending, state.result, roots],
  );

  function walk(step: number): void {
    // The first step from the box goes onto the card that is already shown beside it.
    const isInList = document.activeElement?.hasAttribute('data-chunk') ?? false;
    const stop = isInList ? stopAfter(stops, active?.hit.chunkId ?? null, step) : (active ?? stops[0]);
    if (stop === undefined) return;
    if (isInList && stop === active && step < 0) {
      box.current?.focus();
      return;
    }
    choose(stop.hit);
    list.current?.focusPassage(stop.groupIndex, stop.hit.chunkId);
  }

  const focusBox = (): void => box.current?.focus();
  const keyActions: Record<KeyIntent, () => void> = {
    down: () => walk(1),
    up: () => walk(-1),
    open: () => active && actions.onOpen(active.hit),
    'open-in-app': () => active && openInApp(active.hit),
    copy: () => active && copy(active.hit),
    back: focusBox,
    clear: () => type(''),
    // The character itself follows the focus.
    type: focusBox,
  };

  function onKeyDown(event: KeyboardEvent): void {
    const intent = keyIntent(keyPressOf(event, box.current));
    if (intent === null) return;
    if (intent !== 'type') event.preventDefault();
    keyActions[intent]();
  }

  const documents = documentStates.reduce((sum, kind) => sum + (status?.documents[kind] ?? 0), 0);
  const isResting = state.phase === 'settled';
  const left = (
    <>
      <SearchBox value={query} inputRef={box} onChange={type} onKeyDown={onKeyDown} />
      <FilterBar filters={filters} guesses={guesses} onChange={setFilters} />
      <CountsLine state={state} isEngineReady={isEngineReady} isModelReady={isModelReady} />
      <CountsAnnouncer state={state} />
      {state.phase === 'empty' && (
        <StartNotice isLibraryEmpty={status !== undefined && documents === 0} onGoToLibrary={onGoToLibrary} />
      )}
      {state.error !== null && <FailedNotice error={state.error} />}
      {isResting && state.result !== null && state.groups.length === 0 && (
        <NoHitsNotice
          query={query.trim()}
          result={state.result}
          isFiltered={hasFilters(filters)}
          onClearFilters={() => setFilters(noFilters)}
          onQuery={(text) => {
            type(text);
            focusBox();
          }}
          onGoToLibrary={onGoToLibrary}
        />
      )}
      {state.groups.length > 0 && (
        <ResultList
          groups={state.groups}
          state={cardState}
          actions={actions}
          isBusy={state.phase === 'typing' || state.phase === 'words'}
          phase={state.phase}
          isReranked={state.reranked !== null}
          handle={list}
          onKeyDown={onKeyDown}
          onTouch={holdStill}
          onPoint={point}
        />
      )}
    </>
  );
  return (
    <SplitPane
      name="search"
      defaultShare={0.42}
      left={left}
      right={
        <ReadingPane
          ref={pane}
          target={target}
          isShown={isShown}
          onBack={() => (active === undefined ? box.current?.focus() : walkBack())}
          onChoosePassage={({ chunkId }) => {
            if (target !== null) setChosen({ documentId: target.documentId, chunkId });
          }}
        />
      }
    />
  );

  function walkBack(): void {
    if (active !== undefined) list.current?.focusPassage(active.groupIndex, active.hit.chunkId);
  }
}
