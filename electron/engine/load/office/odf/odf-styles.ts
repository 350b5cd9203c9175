// OpenDocument's styles, as far as they say what a paragraph is: a title, hidden, an item of a list with its marks.

import { loadLimits } from '../../load-limits.js';
import type { ListLevel } from '../numbering.js';
import type { XmlElement } from '../xml.js';
import { childOf, childrenOf, findElements } from '../xml-names.js';

interface Style {
  readonly parent: string | null;
  readonly listStyle: string | null;
  readonly isHidden: boolean;
}

const formats: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': 'none',
};

export class OdfStyles {
  readonly #styles = new Map<string, Style>();
  readonly #lists = new Map<string, readonly ListLevel[]>();
  #outline: readonly ListLevel[] = [];

  /** `trees`: the files that hold styles. */
  constructor(trees: readonly (XmlElement | null)[]) {
    for (const tree of trees) {
      for (const style of findElements(tree, 'style:style')) {
        this.#styles.set(keyOf(style.attributes.family, style.attributes.name), readStyle(style));
      }
      for (const list of findElements(tree, 'text:list-style')) {
        this.#lists.set(list.attributes.name ?? '', levelsOf(list));
      }
      const [outline] = findElements(tree, 'text:outline-style');
      if (outline !== undefined) this.#outline = levelsOf(outline);
    }
  }

  /** Numbers of headings; a level without a number has the format `none`. */
  get outline(): readonly ListLevel[] {
    return this.#outline;
  }

  listLevels(name: string | undefined): readonly ListLevel[] {
    return this.#lists.get(name ?? '') ?? [];
  }

  listStyleOf(paragraphStyle: string | undefined): string | undefined {
    return this.#inherited('paragraph', paragraphStyle, ({ listStyle }) => listStyle) ?? undefined;
  }

  isTitle(paragraphStyle: string | undefined): boolean {
    return this.#inherited('paragraph', paragraphStyle, (_style, name) => (name === 'Title' ? name : null)) !== null;
  }

  isHidden(family: 'paragraph' | 'text', name: string | undefined): boolean {
    return this.#inherited(family, name, ({ isHidden }) => (isHidden ? 'hidden' : null)) !== null;
  }

  #inherited(
    family: string,
    name: string | undefined,
    read: (style: Style, name: string) => string | null,
  ): string | null {
    let current: string | null = name ?? null;
    for (let step = 0; current !== null && step < loadLimits.maxInheritance; step++) {
      const style: Style | undefined = this.#styles.get(keyOf(family, current));
      const value = read(style ?? { parent: null, listStyle: null, isHidden: false }, current);
      if (value !== null) return value;
      current = style?.parent ?? null;
    }
    return null;
  }
}

function keyOf(family: string | undefined, name: string | undefined): string {
  return `${family} ${name}`;
}

function readStyle(style: XmlElement): Style {
  const text = childOf(style, 'style:text-properties');
  return {
    parent: style.attributes['parent-style-name'] ?? null,
    listStyle: style.attributes['list-style-name'] || null,
    isHidden: text?.attributes.display === 'none',
  };
}

function levelsOf(list: XmlElement): readonly ListLevel[] {
  const levels: ListLevel[] = [];
  for (const { name, attributes } of childrenOf(list)) {
    const level = Number(attributes.level);
    if (!(level >= 1 && level <= 10)) continue;
    const isBullet = name === 'text:list-level-style-bullet' || name === 'text:list-level-style-image';
    const shown = Math.min(Number(attributes['display-levels'] ?? 1) || 1, level);
    const numbers = Array.from({ length: shown }, (_value, index) => `%${level - shown + index + 1}`).join('.');
    levels[level - 1] = {
      format: isBullet ? 'bullet' : (formats[attributes['num-format'] ?? ''] ?? 'decimal'),
      start: Number(attributes['start-value'] ?? 1) || 1,
      pattern: `${attributes['num-prefix'] ?? ''}${numbers}${attributes['num-suffix'] ?? ''}`,
    };
  }
  return levels;
}
