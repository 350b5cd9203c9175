// HTML: the text that a reader of the page wants, without its menus, scripts and styles.
import { parseDocument } from 'htmlparser2';
import { shorten } from '../blocks.js';
import { decodeText } from '../decode-text.js';
import { detectLanguage } from '../language.js';
import type { Loader } from '../load-context.js';
import { loadLimits } from '../load-limits.js';
import { HtmlTextWriter } from './html-text-writer.js';
import { findMain } from './main-content.js';
import { findFirst, textOf } from './nodes.js';

const declarationBytes = 4_096;

export const loadHtml: Loader = async (bytes) => {
  const { text: source, encoding } = decodeText(bytes, declaredEncoding(bytes));
  const page = parseDocument(source);
  const writer = new HtmlTextWriter(findMain(page));
  const { text, blocks, firstHeading } = writer.write();
  const titleElement = findFirst(page, (element) => element.name === 'title');
  const title = titleElement === null ? '' : shorten(textOf(titleElement), loadLimits.maxHeadingCharacters);
  return {
    text,
    type: 'html',
    title: title === '' ? firstHeading : title,
    encoding,
    language: detectLanguage(text),
    pages: null,
    blocks,
    layouts: [],
    note: null,
  };
};

/** What `meta` or an XML declaration names; null where neither does. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, declarationBytes)).toString('latin1');
  const inMeta = /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head.replace(/<!--[\s\S]*?-->/g, ''));
  return inMeta?.[1] ?? /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ?? null;
}
