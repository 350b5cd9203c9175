// HTML: the text that a reader of the page wants, without its menus, scripts and styles.
import { shorten } from '../blocks.js';
import { decodeText } from '../decode-text.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { textDocument } from '../text-document.js';
import { type HtmlText, HtmlTextWriter } from './html-text-writer.js';
import { findMain } from './main-content.js';
import { findFirst, textOf } from './nodes.js';
import { parsePage } from './parse-page.js';

const declarationBytes = 4_096;

export const loadHtml: Loader = async (bytes) => {
  const { text, blocks, title, encoding } = readPage(bytes, { isBook: false });
  return textDocument({
    text,
    type: 'html',
    title,
    encoding,
    blocks,
  });
};

export interface HtmlPage extends Omit<HtmlText, 'firstHeading'> {
  /** The page's own, or its first heading. */
  readonly title: string | null;
  readonly encoding: string;
}

/** A page's text. `isBook`: a chapter of a book, which is XHTML and has no menus or notices around its text. */
export function readPage(bytes: Uint8Array, { isBook }: { readonly isBook: boolean }): HtmlPage {
  const { text: source, encoding } = decodeText(bytes, declaredEncoding(bytes));
  const page = parsePage(source, { recognizeSelfClosing: isBook });
  const content = isBook ? { roots: [page], isBoilerplate: () => false } : findMain(page);
  const { text, blocks, firstHeading } = new HtmlTextWriter(content).write();
  const titleElement = findFirst(page, (element) => element.name === 'title');
  const title = titleElement === null ? '' : shorten(textOf(titleElement), loadLimits.maxHeadingCharacters);
  return { text, blocks, title: title === '' ? firstHeading : title, encoding };
}

/** What `meta` or an XML declaration names; null where neither does. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, declarationBytes)).toString('latin1');
  const inMeta = /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head.replace(/<!--[\s\S]*?-->/g, ''));
  return inMeta?.[1] ?? /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ?? null;
}
