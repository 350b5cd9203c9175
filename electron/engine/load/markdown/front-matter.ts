// The block of keys at the top of a Markdown file, as pairs that can be filtered by. Its text is indexed whatever becomes of it.
import { type AST, parseTOML } from 'toml-eslint-parser';
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import { loadLimits } from '../load-limits.js';
import { MetaCollector, type MetaFound, noMeta } from '../meta-collector.js';

const opening = /^(---|\+\+\+)[ \t]*\n/;
/** Lines that may stand before the first key, then the key: else it is a ruled line above some text. */
const firstKey = /^(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:["'[{?&!]|[^\s:=][^:=\n]*[:=])/;

export interface FrontMatter {
  readonly fence: '---' | '+++';
  /** Where the lines between the fences begin and end. */
  readonly start: number;
  readonly end: number;
  /** Where the text behind it begins. */
  readonly after: number;
}

/** The block at the very top of a text, whatever stands in it; null where there is none. */
export function findFrontMatter(text: string): FrontMatter | null {
  const [head = '', fence] = opening.exec(text) ?? [];
  if (fence !== '---' && fence !== '+++') return null;
  const start = head.length;
  const end = endOf(text, start, fence);
  if (end === null) return null;
  const lineEnd = text.indexOf('\n', end);
  return { fence, start, end, after: lineEnd === -1 ? text.length : lineEnd + 1 };
}

/**
 * The keys of the block at the top. Never throws. Nothing is resolved, run or looked up: aliases stay as they are, but for
 * those of plain values.
 */
export function readFrontMatter(text: string, found: FrontMatter | null = findFrontMatter(text)): MetaFound {
  if (found === null) return noMeta;
  const { fence } = found;
  const source = text.slice(found.start, found.end);
  // Where no key stands within the limit, there is none: looking for one through megabytes breaks the regular expression's stack.
  if (source.trim() === '' || !firstKey.test(source.slice(0, loadLimits.maxFrontMatterCharacters))) return noMeta;
  if (source.length > loadLimits.maxFrontMatterCharacters) return { meta: [], metaProblem: 'unreadable' };
  try {
    return fence === '---' ? readYaml(source) : readToml(source);
  } catch {
    // What the parsers throw, nesting that is too deep for them too, says the same: these are no keys.
    return { meta: [], metaProblem: 'unreadable' };
  }
}

/** Where the line that closes the block begins; null where none does. */
function endOf(text: string, from: number, fence: string): number | null {
  for (let at = text.indexOf(fence, from); at !== -1; at = text.indexOf(fence, at + 1)) {
    const isWholeLine = text[at - 1] === '\n' && /^[ \t]*(?:\n|$)/.test(text.slice(at + fence.length, at + 200));
    if (isWholeLine) return at;
  }
  return null;
}

function readYaml(source: string): MetaFound {
  // In this schema every value is the text that was written: no dates, numbers or booleans are made of it.
  const document = parseDocument(source, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  if (document.errors.length > 0) return { meta: [], metaProblem: 'unreadable' };
  const walk = new YamlWalk();
  walk.visit([], document.contents);
  return walk.found.result();
}

class YamlWalk {
  readonly found = new MetaCollector();
  /** Plain values that have a name. */
  readonly #anchors = new Map<string, string>();

  visit(path: readonly string[], node: unknown): void {
    if (isScalar(node)) this.#addValue(path, node);
    else if (isAlias(node)) this.found.add(path, this.#anchors.get(node.source) ?? '');
    else if (this.found.isTooDeep(path)) this.found.isCut = true;
    else if (isSeq(node)) for (const item of node.items) this.visit(path, item);
    else if (isMap(node)) this.#visitPairs(path, node);
  }

  #visitPairs(path: readonly string[], { items }: YAMLMap): void {
    for (const { key, value } of items) if (isScalar(key)) this.visit([...path, String(key.value)], value);
  }

  #addValue(path: readonly string[], { value, anchor, type }: Scalar): void {
    const words = String(value ?? '');
    if (anchor !== undefined) this.#anchors.set(anchor, words);
    if (!isNothing(type, words)) this.found.add(path, words);
  }
}

function isNothing(type: string | undefined, value: string): boolean {
  return type === 'PLAIN' && /^(?:~|null)$/i.test(value);
}

function readToml(source: string): MetaFound {
  const [top] = parseTOML(source).body;
  const found = new MetaCollector();
  const visit = (path: readonly string[], node: AST.TOMLContentNode): void => {
    if (node.type === 'TOMLValue') {
      found.add(path, node.kind === 'string' ? node.value : source.slice(...node.range));
    } else if (found.isTooDeep(path)) {
      found.isCut = true;
    } else if (node.type === 'TOMLArray') {
      for (const element of node.elements) visit(path, element);
    } else {
      for (const pair of node.body) visitPair(path, pair);
    }
  };
  const visitPair = (path: readonly string[], { key, value }: AST.TOMLKeyValue): void =>
    visit([...path, ...key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))], value);
  for (const item of top.body) {
    if (item.type === 'TOMLKeyValue') visitPair([], item);
    // An entry of a list of tables has its number in its path.
    else
      for (const pair of item.body)
        visitPair(
          item.resolvedKey.filter((part) => typeof part === 'string'),
          pair,
        );
  }
  return found.result();
}
