// Small helpers over the parsed page. None recurses: hostile pages nest a hundred thousand levels deep.
import type { parseDocument } from 'htmlparser2';

export type Document = ReturnType<typeof parseDocument>;
export type AnyNode = Document['children'][number];
export type Element = Extract<AnyNode, { readonly attribs: unknown }>;
export type ParentNode = Document | Element;

export function isElement(node: AnyNode): node is Element {
  return 'attribs' in node;
}

/** Every node under `root` in document order. Return false to leave out what is below a node. */
export function walk(root: ParentNode, visit: (node: AnyNode) => boolean): void {
  const stack: AnyNode[] = [...root.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!visit(node) || !isElement(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined) stack.push(child);
    }
  }
}

/** The first element below `root` that matches; looks no further than that. */
export function findFirst(root: ParentNode, matches: (element: Element) => boolean): Element | null {
  const stack: AnyNode[] = [...root.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    if (matches(node)) return node;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined) stack.push(child);
    }
  }
  return null;
}

const unseen: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'object',
  'canvas',
  'audio',
  'video',
  'map',
  'select',
  'button',
  'textarea',
  'datalist',
  'head',
]);

/** Scripts, controls, and what the page itself hides. */
export function isUnseen(element: Element): boolean {
  if (unseen.has(element.name)) return true;
  const { hidden, style, 'aria-hidden': ariaHidden } = element.attribs;
  if (hidden !== undefined && hidden !== 'until-found') return true;
  // Formulas and icons are hidden from screen readers but have no words; running text never is.
  if (ariaHidden === 'true') return true;
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

const numberElements: ReadonlySet<string> = new Set(['td', 'th', 'span']);
const numberNames = /(?:^|[\s_-])(?:linenos?|gutter|line-numbers?|linenumbers?|blob-num|ln-numbers)(?:$|[\s_-])/i;

/** The numbers that pages put before lines of code. */
export function isLineNumber(element: Element): boolean {
  const { name, attribs } = element;
  return numberElements.has(name) && numberNames.test(attribs.class ?? '') && /^[\s\d]*$/.test(textOf(element));
}

/** All text under a node as it stands, seen or not. */
export function textOf(root: ParentNode): string {
  const parts: string[] = [];
  walk(root, (node) => {
    if (node.type === 'text') parts.push(node.data);
    return true;
  });
  return parts.join('');
}
