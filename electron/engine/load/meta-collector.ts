// Gathers a document's keys and values within the limits. Pairs in a list, never an object: a key may have any name.
import type { MetaEntry, MetaProblem } from '../../../shared/domain/metadata.js';
import { shorten } from './blocks.js';
import { loadLimits } from './load-limits.js';

export interface MetaFound {
  readonly meta: readonly MetaEntry[];
  readonly metaProblem: MetaProblem | null;
}

export const noMeta: MetaFound = { meta: [], metaProblem: null };

export class MetaCollector {
  /** Something was left out. */
  isCut = false;
  readonly #meta: MetaEntry[] = [];

  /** A key inside a key is written with a dot. Blank values, and values without a key, are passed over. */
  add(path: readonly string[], value: string): void {
    const key = path.join('.').trim();
    const words = shorten(value, loadLimits.maxMetaValueCharacters);
    if (key === '' || words === '') return;
    if (key.length > loadLimits.maxMetaKeyCharacters || this.#meta.length >= loadLimits.maxMetaValues) {
      this.isCut = true;
      return;
    }
    this.#meta.push({ key, value: words });
  }

  isTooDeep(path: readonly string[]): boolean {
    return path.length > loadLimits.maxMetaNesting;
  }

  result(): MetaFound {
    return { meta: this.#meta, metaProblem: this.isCut ? 'cut-short' : null };
  }
}
