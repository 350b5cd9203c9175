// Word's lists: which mark stands before the next item.
import { ListCounter, type ListLevel } from '../numbering.js';
import type { XmlElement } from '../xml.js';
import { childOf, childrenOf, findElement } from '../xml-names.js';
import type { NumberingPlace } from './docx-styles.js';

interface List {
  readonly levels: readonly ListLevel[];
  readonly counter: ListCounter;
  /** Levels that begin again when this list is first used, with their first numbers. */
  readonly restarts: Map<number, number>;
}

export class DocxNumbering {
  readonly #lists = new Map<string, List>();

  constructor(tree: XmlElement | null) {
    const root = findElement(tree, 'w:numbering') ?? findElement(tree, 'w:lists');
    const kinds = new Map<string, { readonly levels: readonly ListLevel[]; readonly counter: ListCounter }>();
    for (const kind of [...childrenOf(root, 'w:abstractNum'), ...childrenOf(root, 'w:listDef')]) {
      const id = kind.attributes.abstractNumId ?? kind.attributes.listDefId ?? '';
      kinds.set(id, { levels: levelsOf(kind), counter: new ListCounter() });
    }
    for (const list of [...childrenOf(root, 'w:num'), ...childrenOf(root, 'w:list')]) {
      const kindId = (childOf(list, 'w:abstractNumId') ?? childOf(list, 'w:ilst'))?.attributes.val ?? '';
      const kind = kinds.get(kindId);
      const id = list.attributes.numId ?? list.attributes.ilfo ?? '';
      if (kind !== undefined) this.#lists.set(id, { ...kind, ...overridesOf(list, kind.levels) });
    }
  }

  /** The mark with its space behind it; null where the place is in no list. */
  next({ id, level }: NumberingPlace): string | null {
    const list = this.#lists.get(id);
    if (list === undefined) return null;
    const start = list.restarts.get(level);
    if (start !== undefined) {
      list.restarts.delete(level);
      list.counter.restart(level, start);
    }
    return list.counter.next(list.levels, level);
  }
}

function levelsOf(kind: XmlElement): readonly ListLevel[] {
  const levels: ListLevel[] = [];
  for (const level of childrenOf(kind, 'w:lvl')) levels[Number(level.attributes.ilvl ?? 0) & 15] = readLevel(level);
  return levels;
}

/** Word 2003 wrote numbers for the formats. */
const oldFormats: Readonly<Record<string, string>> = {
  '0': 'decimal',
  '1': 'upperRoman',
  '2': 'lowerRoman',
  '3': 'upperLetter',
  '4': 'lowerLetter',
  '23': 'bullet',
  '255': 'none',
};

function readLevel(level: XmlElement): ListLevel {
  const format = childOf(level, 'w:numFmt')?.attributes.val ?? childOf(level, 'w:nfc')?.attributes.val ?? 'decimal';
  const start = Number(childOf(level, 'w:start')?.attributes.val ?? 1);
  return {
    format: oldFormats[format] ?? format,
    start: Number.isSafeInteger(start) ? start : 1,
    pattern: childOf(level, 'w:lvlText')?.attributes.val ?? null,
  };
}

function overridesOf(list: XmlElement, kindLevels: readonly ListLevel[]): Pick<List, 'levels' | 'restarts'> {
  const levels = [...kindLevels];
  const restarts = new Map<number, number>();
  for (const override of childrenOf(list, 'w:lvlOverride')) {
    const index = Number(override.attributes.ilvl ?? 0) & 15;
    const level = childOf(override, 'w:lvl');
    if (level !== null) levels[index] = readLevel(level);
    const start = Number(childOf(override, 'w:startOverride')?.attributes.val ?? Number.NaN);
    if (Number.isSafeInteger(start)) restarts.set(index, start);
  }
  return { levels, restarts };
}
