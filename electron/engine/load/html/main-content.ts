// Where a page's own text is: its main part, without menus, sidebars, notices and lists of links.
import { type Document, type Element, isElement, isUnseen, type ParentNode, walk } from './nodes.js';

export interface MainContent {
  readonly roots: readonly ParentNode[];
  /** Parts that are left out. */
  readonly isBoilerplate: (element: Element) => boolean;
}

interface Weight {
  letters: number;
  linkLetters: number;
  links: number;
}

/** The main part must hold this share of the page's text outside links, or the whole page is taken. */
const minMainShare = 0.3;
const minMainLetters = 200;

export function findMain(page: Document): MainContent {
  const weights = weigh(page);
  const whole = weights.get(page) ?? emptyWeight();
  const ownLetters = (node: ParentNode): number => {
    const weight = weights.get(node) ?? emptyWeight();
    return weight.letters - weight.linkLetters;
  };
  const isEnough = (roots: readonly Element[]): boolean => {
    const letters = roots.reduce((sum, root) => sum + ownLetters(root), 0);
    return letters >= minMainLetters && letters >= ownLetters(page) * minMainShare;
  };

  const mains = outermost(page, (element) => element.name === 'main' || element.attribs.role === 'main');
  const articles = outermost(page, (element) => element.name === 'article');
  const roots: readonly ParentNode[] = isEnough(mains) ? mains : isEnough(articles) ? articles : [page];

  const isBoilerplate = (element: Element): boolean => {
    const weight = weights.get(element) ?? emptyWeight();
    // What holds half of the page is no boilerplate, whatever it is called.
    if (weight.letters > whole.letters * 0.5) return false;
    return isNamedBoilerplate(element) || isLinkList(element, weight);
  };
  const content: MainContent = { roots, isBoilerplate };
  // A page that is nothing but links (an index) is taken as it is.
  return keptLetters(content) >= Math.min(minMainLetters, whole.letters * 0.25)
    ? content
    : { roots: [page], isBoilerplate: () => false };
}

function emptyWeight(): Weight {
  return { letters: 0, linkLetters: 0, links: 0 };
}

/** Letters, letters inside links and links, for every element. */
function weigh(page: Document): ReadonlyMap<ParentNode, Weight> {
  const weights = new Map<ParentNode, Weight>([[page, emptyWeight()]]);
  const order: Element[] = [];
  const links = new Set<ParentNode>();
  walk(page, (node) => {
    if (node.type === 'text') {
      const parent = node.parent as ParentNode | null;
      const weight = parent === null ? undefined : weights.get(parent);
      const letters = node.data.replace(/\s+/g, '').length;
      if (weight === undefined || parent === null) return false;
      weight.letters += letters;
      if (links.has(parent)) weight.linkLetters += letters;
      return false;
    }
    if (!isElement(node) || isUnseen(node)) return false;
    const isLink = node.name === 'a' && node.attribs.href !== undefined;
    if (isLink || (node.parent !== null && links.has(node.parent as ParentNode))) links.add(node);
    weights.set(node, { letters: 0, linkLetters: 0, links: isLink ? 1 : 0 });
    order.push(node);
    return true;
  });
  for (const element of order.reverse()) {
    const own = weights.get(element);
    const above = element.parent === null ? undefined : weights.get(element.parent as ParentNode);
    if (own === undefined || above === undefined) continue;
    above.letters += own.letters;
    above.linkLetters += own.linkLetters;
    above.links += own.links;
  }
  return weights;
}

function outermost(page: Document, matches: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  walk(page, (node) => {
    if (!isElement(node) || isUnseen(node)) return false;
    if (matches(node)) found.push(node);
    return found.at(-1) !== node;
  });
  return found;
}

const boilerplateRoles: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'complementary',
  'menu',
  'menubar',
  'toolbar',
  'dialog',
  'alertdialog',
]);
const boilerplateNames =
  /(?:^|[\s_-])(?:nav|navbar|navigation|navbox|menu|breadcrumbs?|sidebar|footer|masthead|cookies?|cookie-\w+|consent|newsletter|subscribe|share|sharing|social|advert|advertisement|ads?|skip-link|skiplink|sr-only|visually-hidden|screen-reader-text|pagination|pager|editsection)(?:$|[\s_-])/i;
/** Buttons, menus and settings of the usual video players, which stand where the picture is. */
const playerNames =
  /(?:^|\s)(?:(?:vjs|yvp|mejs|plyr)(?:__|-)\S|jw-(?:controls|settings|captions|display)|(?:video|player)-controls)/;
const namedElements: ReadonlySet<string> = new Set([
  'div',
  'section',
  'ul',
  'ol',
  'aside',
  'header',
  'footer',
  'form',
  'span',
  'table',
  'a',
]);

function isNamedBoilerplate(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'nav' || name === 'dialog') return true;
  if ((name === 'footer' || name === 'aside') && !isInside(element, 'article')) return true;
  if (boilerplateRoles.has(attribs.role ?? '')) return true;
  const isPlayer = playerNames.test(attribs.class ?? '');
  return isPlayer || (namedElements.has(name) && boilerplateNames.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`));
}

function isInside(element: Element, name: string): boolean {
  for (let above = element.parent; above !== null; above = above.parent) {
    if (above.type === 'tag' && above.name === name) return true;
  }
  return false;
}

const linkListElements: ReadonlySet<string> = new Set([
  'ul',
  'ol',
  'div',
  'section',
  'table',
  'p',
  'dl',
  'header',
  'form',
  'aside',
]);

/** Several short links and next to no other text. */
function isLinkList(element: Element, { letters, linkLetters, links }: Weight): boolean {
  if (!linkListElements.has(element.name) || links < 4) return false;
  return linkLetters > letters * 0.75 && linkLetters / links < 60;
}

function keptLetters({ roots, isBoilerplate }: MainContent): number {
  let letters = 0;
  for (const root of roots) {
    walk(root, (node) => {
      if (node.type === 'text') letters += node.data.replace(/\s+/g, '').length;
      return isElement(node) && !isUnseen(node) && !isBoilerplate(node);
    });
  }
  return letters;
}
