// Which files of one folder are left out, by its rules. A folder that is left out is never looked into.
import ignore from 'ignore';
import type { FolderRules, UsualIgnore } from '../../../shared/domain/folder-rules.js';
import { noRules } from '../../../shared/domain/folder-rules.js';
import { usualIgnoresOf } from './ignore.js';

/** The library keeps an answer for each path that it was asked about: it is made anew after so many. */
const askedAtMost = 20_000;

export class FolderFilter {
  readonly #rules: FolderRules;
  readonly #letIn: ReadonlySet<UsualIgnore>;
  #patterns: ReturnType<typeof ignore>;
  #asked = 0;

  constructor(rules: FolderRules = noRules) {
    this.#rules = rules;
    this.#letIn = new Set(rules.letIn);
    this.#patterns = ignore().add([...rules.patterns]);
  }

  /** Whether a file or folder is left out by its name; the folders that it lies in are taken to be kept. */
  leavesOut(relativePath: string, kind: 'file' | 'folder'): boolean {
    const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
    const isUsual = usualIgnoresOf(name).some((usual) => !this.#letIn.has(usual));
    if (this.#rules.patterns.length === 0) return isUsual;
    const { ignored, unignored } = this.#test(kind === 'folder' ? `${relativePath}/` : relativePath);
    return ignored || (isUsual && !unignored);
  }

  isTooLarge(sizeBytes: number): boolean {
    const { maxFileBytes } = this.#rules;
    return maxFileBytes !== null && sizeBytes > maxFileBytes;
  }

  /** Whether a file is left out, by itself or with one of the folders that it lies in. */
  leavesOutFile(relativePath: string, sizeBytes = 0): boolean {
    if (this.isTooLarge(sizeBytes)) return true;
    for (let slash = relativePath.indexOf('/'); slash >= 0; slash = relativePath.indexOf('/', slash + 1)) {
      if (this.leavesOut(relativePath.slice(0, slash), 'folder')) return true;
    }
    return this.leavesOut(relativePath, 'file');
  }

  #test(path: string): { readonly ignored: boolean; readonly unignored: boolean } {
    this.#asked += 1;
    if (this.#asked > askedAtMost) {
      this.#asked = 0;
      this.#patterns = ignore().add([...this.#rules.patterns]);
    }
    return this.#patterns.test(path);
  }
}
