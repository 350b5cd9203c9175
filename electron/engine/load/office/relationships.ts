// OOXML: which part of the package a part points to, and under which id.

import type { OfficeParts } from './parts.js';
import { childrenOf, findElement, rawText } from './xml-names.js';

export interface Relationship {
  readonly id: string;
  /** The last word of its type: `slide`, `footnotes`, … */
  readonly kind: string;
  /** The part's name in the package; null for what lies outside (never followed). */
  readonly target: string | null;
}

/** What `part` points to; '' asks for the package itself. In file order. */
export async function relationshipsOf(parts: OfficeParts, part: string): Promise<readonly Relationship[]> {
  const folder = folderOf(part);
  const tree = await parts.tree(`${folder}_rels/${part.slice(folder.length)}.rels`);
  return childrenOf(findElement(tree, 'rel:Relationships'), 'rel:Relationship').map(({ attributes }) => ({
    id: attributes.Id ?? '',
    kind: (attributes.Type ?? '').replace(/^.*\//, ''),
    target: attributes.TargetMode === 'External' ? null : resolvePart(folder, attributes.Target ?? ''),
  }));
}

export function targetOf(relationships: readonly Relationship[], kind: string): string | null {
  return relationships.find((one) => one.kind === kind)?.target ?? null;
}

/** The part that holds the document itself: by the package's own pointer, or where it usually is. */
export async function mainPart(parts: OfficeParts, usual: string): Promise<string> {
  const told = targetOf(await relationshipsOf(parts, ''), 'officeDocument');
  return told !== null && parts.has(told) ? told : usual;
}

/** Titles that programs fill in themselves and nobody chose. */
const emptyTitles =
  /^(?:untitled|sin título|sans titre|unbenannt|document|documento|slide|folie|diapositive|diapositiva|dia|normal\.dotm?)?\s*\d*$|^(?:powerpoint presentation|presentación de powerpoint|présentation powerpoint|powerpoint-präsentation|word document|microsoft word - .*|no slide title)$/i;

/** The title that the document's properties give; null where they give none. */
export async function titleOf(parts: OfficeParts): Promise<string | null> {
  const part = targetOf(await relationshipsOf(parts, ''), 'core-properties') ?? 'docProps/core.xml';
  return chosenTitle(rawText(findElement(await parts.tree(part), 'dc:title')));
}

export function chosenTitle(title: string): string | null {
  const plain = title.replace(/\s+/g, ' ').trim();
  return emptyTitles.test(plain) ? null : plain;
}

export function folderOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1);
}

/** A target is relative to the part's folder, or to the package's root where it begins with `/`. */
export function resolvePart(folder: string, target: string): string {
  const path = decode(target.replace(/[#?].*$/, '').replaceAll('\\', '/'));
  const names: string[] = [];
  for (const name of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
