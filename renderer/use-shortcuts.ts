// Keys that work everywhere in the window.
import { useEffect, useRef } from 'react';
import { type ViewName, viewNames } from './components/rail.js';

export interface ShortcutActions {
  readonly onChoose: (view: ViewName) => void;
  readonly onSearch: () => void;
  readonly onAsk: () => void;
}

export function useShortcuts(actions: ShortcutActions): void {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const view = viewNames[Number(event.key) - 1];
      if (event.key.toLowerCase() === 'k') now.current.onSearch();
      else if (event.key.toLowerCase() === 'j') now.current.onAsk();
      else if (view !== undefined) now.current.onChoose(view);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
