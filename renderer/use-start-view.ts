// Where the window opens: on the library while it is empty, else on search. The last start's answer is used until the
// engine has told, so that the view does not change under the person's hands.
import { useEffect, useRef, useState } from 'react';
import { useRemote } from './api/remote-store.js';
import { libraryStatus } from './api/stores.js';
import type { ViewName } from './components/rail.js';

const key = 'acervo.has-folders';

export function useStartView(): readonly [ViewName, (view: ViewName) => void] {
  const [view, setView] = useState<ViewName>(() => (localStorage.getItem(key) === 'yes' ? 'search' : 'library'));
  const hasChosen = useRef(false);
  const status = useRemote(libraryStatus);
  const hasFolders = status === undefined ? null : status.folders.length > 0;

  useEffect(() => {
    if (hasFolders === null) return;
    localStorage.setItem(key, hasFolders ? 'yes' : 'no');
    // The remembered answer was wrong: an empty library has nothing to search.
    if (!hasFolders && !hasChosen.current) setView('library');
  }, [hasFolders]);

  return [
    view,
    (next) => {
      hasChosen.current = true;
      setView(next);
    },
  ];
}
