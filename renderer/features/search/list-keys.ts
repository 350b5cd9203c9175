// What a key means in the search view.
import type { KeyboardEvent } from 'react';
import { hasSelection } from '../../components/has-selection.js';

export type KeyIntent = 'down' | 'up' | 'open' | 'open-in-app' | 'copy' | 'back' | 'clear' | 'type';

export interface KeyPress {
  readonly key: string;
  /** Ctrl, or the command key on a Mac. */
  readonly isCommand: boolean;
  /** Where the focus is: in the box, on a passage, or on a control inside a card. */
  readonly on: 'box' | 'passage' | 'control';
  /** Text is selected there: copying is the system's business then. */
  readonly hasSelection: boolean;
}

/** Null: the key keeps its usual meaning. */
export function keyIntent({ key, isCommand, on, hasSelection }: KeyPress): KeyIntent | null {
  switch (key) {
    case 'ArrowDown':
      return 'down';
    case 'ArrowUp':
      // In the box, Up moves the caret to its beginning.
      return on === 'box' ? null : 'up';
    case 'Enter':
      if (isCommand) return 'open-in-app';
      return on === 'control' ? null : 'open';
    case 'Escape':
      return on === 'box' ? 'clear' : 'back';
    case 'c':
      if (isCommand) return hasSelection ? null : 'copy';
  }
  return key.length === 1 && key !== ' ' && !isCommand && on !== 'box' ? 'type' : null;
}

/** The key press of an event in the view whose search box is `box`. */
export function keyPressOf(event: KeyboardEvent, box: HTMLInputElement | null): KeyPress {
  const { target } = event;
  const isOnPassage = target instanceof Element && target.hasAttribute('data-chunk');
  return {
    key: event.key,
    isCommand: event.ctrlKey || event.metaKey,
    on: target === box ? 'box' : isOnPassage ? 'passage' : 'control',
    hasSelection: hasSelection(target),
  };
}
