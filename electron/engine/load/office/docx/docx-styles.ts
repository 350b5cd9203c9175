// Word's styles, as far as they say what a paragraph is: a heading, an item of a list, hidden.

import { loadLimits } from '../../load-limits.js';
import type { XmlElement } from '../xml.js';
import { childOf, childrenOf, findElement, isOn } from '../xml-names.js';

export interface NumberingPlace {
  readonly id: string;
  readonly level: number;
}

export interface ParagraphStyle {
  /** 0 is the title; null: no heading. */
  readonly headingLevel: number | null;
  readonly numbering: NumberingPlace | null;
  readonly isHidden: boolean;
}

interface Style extends ParagraphStyle {
  readonly basedOn: string | null;
}

const plain: ParagraphStyle = { headingLevel: null, numbering: null, isHidden: false };
const bodyOutlineLevel = 9;

export class DocxStyles {
  readonly #styles = new Map<string, Style>();

  constructor(tree: XmlElement | null) {
    for (const style of childrenOf(findElement(tree, 'w:styles'), 'w:style')) {
      const id = style.attributes.styleId;
      if (id !== undefined) this.#styles.set(id, readStyle(style, id));
    }
  }

  /** What a style says, with what it inherits. */
  of(id: string | undefined): ParagraphStyle {
    if (id === undefined) return plain;
    let { headingLevel, numbering, isHidden } = this.#styles.get(id) ?? {
      ...plain,
      headingLevel: levelOfName(id),
    };
    let above = this.#styles.get(id)?.basedOn ?? null;
    for (let step = 0; above !== null && step < loadLimits.maxInheritance; step++) {
      const style = this.#styles.get(above);
      headingLevel ??= style?.headingLevel ?? null;
      numbering ??= style?.numbering ?? null;
      isHidden ||= style?.isHidden ?? false;
      above = style?.basedOn ?? null;
    }
    return { headingLevel: headingLevel === bodyOutlineLevel + 1 ? null : headingLevel, numbering, isHidden };
  }
}

function readStyle(style: XmlElement, id: string): Style {
  const properties = childOf(style, 'w:pPr');
  const name = childOf(style, 'w:name')?.attributes.val ?? id;
  return {
    headingLevel: outlineLevel(properties) ?? levelOfName(name),
    numbering: numberingOf(properties),
    isHidden: isOn(childOf(childOf(style, 'w:rPr'), 'w:vanish')),
    basedOn: childOf(style, 'w:basedOn')?.attributes.val ?? null,
  };
}

/** Built-in styles have English names inside the file, whatever language Word speaks. */
function levelOfName(name: string): number | null {
  if (/^title$/i.test(name)) return 0;
  const level = /^heading[ _]?([1-9])\b/i.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}

/** 1 is the highest heading; 10 says that the paragraph is none. */
export function outlineLevel(properties: XmlElement | null): number | null {
  const value = Number(childOf(properties, 'w:outlineLvl')?.attributes.val ?? Number.NaN);
  return value >= 0 && value <= bodyOutlineLevel ? value + 1 : null;
}

export function numberingOf(properties: XmlElement | null): NumberingPlace | null {
  const numbering = childOf(properties, 'w:numPr') ?? childOf(properties, 'w:listPr');
  const id = (childOf(numbering, 'w:numId') ?? childOf(numbering, 'w:ilfo'))?.attributes.val;
  if (id === undefined) return null;
  const level = Number(childOf(numbering, 'w:ilvl')?.attributes.val ?? 0);
  return { id, level: level >= 0 && level <= 8 ? level : 0 };
}
