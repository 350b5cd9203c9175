// What can be done with a card, and what is open on it.
import type { Hit } from '../../../shared/domain/search.js';

export interface CardActions {
  readonly onChoose: (hit: Hit) => void;
  readonly onOpen: (hit: Hit) => void;
  readonly onToggleMore: (documentId: string) => void;
  readonly onToggleWhy: (chunkId: string) => void;
}

export interface CardState {
  readonly activeChunkId: string | null;
  /** Documents whose further passages are shown. */
  readonly unfolded: ReadonlySet<string>;
  /** Passages whose "why" is shown. */
  readonly explained: ReadonlySet<string>;
  readonly isPending: boolean;
  /** The passages only stand for their documents: they have no figures. */
  readonly isListed: boolean;
  readonly threshold: number;
  readonly roots: readonly string[];
}

/** The set with `value` put in, or taken out if it was there. */
export function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
