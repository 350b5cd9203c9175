// XML of office files as small trees: names by namespace, entities of its own never unfolded, nothing outside ever read.
import { Parser } from 'htmlparser2';
import iconv from 'iconv-lite';
import { AppError } from '../../../../shared/errors.js';
import { loadLimits } from '../load-limits.js';
import { prefixOf } from './xml-names.js';

export interface XmlElement {
  /** Prefix by namespace (`xml-names.ts`), whatever the file calls it: `w:p`. */
  readonly name: string;
  /** By local name, but for ids of relationships (`r:id`), which stand beside ids of other kinds. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
}

export interface XmlVisitor {
  /** Called with each element of these names when it ends; it is then not kept in the tree. */
  readonly taken: ReadonlySet<string>;
  readonly onElement: (element: XmlElement) => void;
  /** Called with each element that begins outside taken ones, its children still to come. */
  readonly onOpen?: (element: XmlElement) => void;
  /** True when nothing more is wanted. */
  readonly isDone?: () => boolean;
}

const pieceCharacters = 65_536;
const noAttributes: Readonly<Record<string, string>> = {};

/**
 * The tree of a part, as far as it is well formed; a part that is cut off gives what stands before the cut.
 * @throws AppError `too-large` above `maxTreePartBytes`, `damaged` above `maxXmlNesting`
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > loadLimits.maxTreePartBytes) {
    throw new AppError(
      'too-large',
      'A part of this file is too large to be read. Save it in smaller parts to index it.',
    );
  }
  return readXml(bytes, { taken: new Set(), onElement: () => undefined });
}

/** {@link parseXml} for parts of any size: `visitor` takes elements while they pass. */
export function readXml(bytes: Uint8Array, visitor: XmlVisitor): XmlElement {
  const root: OpenElement = { name: '', attributes: noAttributes, children: [] };
  const builder = new TreeBuilder(root, visitor);
  const parser = new Parser(builder, { xmlMode: true, decodeEntities: true });
  for (const piece of decodedPieces(bytes)) {
    parser.write(piece);
    if (visitor.isDone?.()) return root;
  }
  parser.end();
  return root;
}

/** Namespaces in force: a prefix of the file to a prefix of ours. */
type Scope = ReadonlyMap<string, string>;

class TreeBuilder {
  readonly #stack: { readonly element: OpenElement; readonly scope: Scope; readonly isTaken: boolean }[] = [];
  readonly #root: OpenElement;
  readonly #visitor: XmlVisitor;
  /** Depth of elements inside a taken one, itself included. */
  #takenDepth = 0;

  constructor(root: OpenElement, visitor: XmlVisitor) {
    this.#root = root;
    this.#visitor = visitor;
  }

  onopentag(rawName: string, rawAttributes: Record<string, string>): void {
    if (this.#stack.length >= loadLimits.maxXmlNesting) {
      throw new AppError('damaged', 'This file is nested more deeply than any program writes, and was not read.');
    }
    const above = this.#stack.at(-1);
    const scope = scopeOf(rawAttributes, above?.scope ?? new Map());
    const element = { name: resolve(rawName, scope), attributes: attributesOf(rawAttributes, scope), children: [] };
    const isTaken = this.#takenDepth === 0 && this.#visitor.taken.has(element.name);
    if (isTaken || this.#takenDepth > 0) this.#takenDepth++;
    else this.#visitor.onOpen?.(element);
    if (!isTaken) this.#parent().children.push(element);
    this.#stack.push({ element, scope, isTaken });
  }

  ontext(text: string): void {
    // Between the elements of a row or a list there is only white space; what stands outside the root is no text.
    if (this.#stack.length === 0) return;
    const { children } = this.#parent();
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  onclosetag(): void {
    const closed = this.#stack.pop();
    if (closed === undefined) return;
    if (this.#takenDepth > 0) this.#takenDepth--;
    if (closed.isTaken) this.#visitor.onElement(closed.element);
  }

  #parent(): OpenElement {
    return this.#stack.at(-1)?.element ?? this.#root;
  }
}

function scopeOf(attributes: Record<string, string>, above: Scope): Scope {
  let scope: Map<string, string> | null = null;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    const own = name === 'xmlns' ? '' : name.slice(6);
    scope ??= new Map(above);
    scope.set(own, prefixOf(attributes[name] ?? '') ?? own);
  }
  return scope ?? above;
}

function resolve(rawName: string, scope: Scope): string {
  const colon = rawName.indexOf(':');
  const prefix = colon === -1 ? '' : rawName.slice(0, colon);
  const local = colon === -1 ? rawName : rawName.slice(colon + 1);
  const known = scope.get(prefix) ?? prefix;
  return known === '' ? local : `${known}:${local}`;
}

function attributesOf(raw: Record<string, string>, scope: Scope): Readonly<Record<string, string>> {
  let kept: Record<string, string> | null = null;
  for (const name in raw) {
    // Namespaces are resolved, and Word's marks of editing sessions are most of what its attributes say.
    if (name.startsWith('xmlns') || name.startsWith('w:rsid')) continue;
    const colon = name.indexOf(':');
    kept ??= Object.create(null) as Record<string, string>;
    const prefix = colon === -1 ? '' : name.slice(0, colon);
    const local = name.slice(colon + 1);
    kept[prefix !== '' && (scope.get(prefix) ?? prefix) === 'r' ? `r:${local}` : local] ??= raw[name] ?? '';
  }
  return kept ?? noAttributes;
}

/** UTF-8 or UTF-16 by its mark, or the encoding that the declaration names. */
function* decodedPieces(bytes: Uint8Array): Generator<string> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200));
  const declared = /^<\?xml[^>]{0,120}encoding\s*=\s*["']([\w.:-]+)/.exec(head.toString('latin1'))?.[1]?.toLowerCase();
  const encoding = wideEncoding(bytes) ?? declared ?? 'utf-8';
  if (encoding !== 'utf-8' && encoding !== 'utf8' && iconv.encodingExists(encoding)) {
    const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), encoding);
    for (let at = 0; at < text.length; at += pieceCharacters) yield text.slice(at, at + pieceCharacters);
    return;
  }
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += pieceCharacters) {
    yield decoder.decode(bytes.subarray(at, at + pieceCharacters), { stream: true });
  }
  yield decoder.decode();
}

function wideEncoding([a, b]: Uint8Array): string | null {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : null;
}
