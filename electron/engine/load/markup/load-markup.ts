// Org mode, reStructuredText, AsciiDoc and LaTeX: the source text as it is, with the structure that its lines show.

import { declaredInText } from '../declared-encoding.js';
import { decodeText } from '../decode-text.js';
import type { Loader } from '../load-context.js';
import { textDocument } from '../text-document.js';
import { adocRules } from './adoc-rules.js';
import { headFields } from './head-fields.js';
import { orgRules } from './org-rules.js';
import { rstRules } from './rst-rules.js';
import { type MarkupRules, scanMarkup } from './scan-markup.js';
import { texRules } from './tex-rules.js';

export const loadOrg: Loader = markupLoader('org', orgRules);
export const loadRst: Loader = markupLoader('rst', rstRules);
export const loadAdoc: Loader = markupLoader('adoc', adocRules);
export const loadTex: Loader = markupLoader('tex', texRules);

function markupLoader(type: string, rules: () => MarkupRules): Loader {
  return async (bytes, { onProgress }) => {
    const { text, encoding } = decodeText(bytes, declaredInText(bytes));
    const { blocks, title } = await scanMarkup(text, rules(), onProgress);
    return textDocument({
      text,
      type,
      title,
      encoding,
      blocks,
      ...headFields(type, text),
    });
  };
}
