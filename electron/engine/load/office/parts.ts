// The parts of an office document by name, whether they lie in a zip file or in one XML file.

import type { XmlElement } from './xml.js';
import { childrenOf, findElement } from './xml-names.js';

export interface OfficeParts {
  readonly names: readonly string[];
  /** Some part is missing or broken, as far as it was read. */
  readonly isDamaged: boolean;
  has(name: string): boolean;
  /** A part's elements; null where there is no such part. @throws AppError `too-large`, `password-protected` */
  tree(name: string): Promise<XmlElement | null>;
}

/** A whole package written as one XML file, as Word saves it for programs that cannot unpack. */
export class FlatParts implements OfficeParts {
  readonly isDamaged = false;
  readonly #parts = new Map<string, XmlElement>();

  constructor(root: XmlElement) {
    for (const part of childrenOf(findElement(root, 'pkg:package'), 'pkg:part')) {
      const data = findElement(part, 'pkg:xmlData');
      const name = (part.attributes.name ?? '').replace(/^\/+/, '');
      if (data !== null) this.#parts.set(name.toLowerCase(), data);
    }
  }

  get names(): readonly string[] {
    return [...this.#parts.keys()];
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  async tree(name: string): Promise<XmlElement | null> {
    return this.#parts.get(name.toLowerCase()) ?? null;
  }
}
