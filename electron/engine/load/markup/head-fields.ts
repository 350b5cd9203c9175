// The fields at the top of Org, AsciiDoc and reStructuredText, as pairs that can be filtered by.
import { loadLimits } from '../load-limits.js';
import { MetaCollector, type MetaFound, noMeta } from '../meta-collector.js';

interface HeadRules {
  readonly field: RegExp;
  /** What may stand before and between the fields; everything else ends the head. */
  readonly passedOver: RegExp;
  /** The first blank line behind something ends the head. */
  readonly endsAtBlank: boolean;
  /** Lines of a title, which stand before the fields. */
  readonly titleLines: number;
}

const rulesOf: Readonly<Record<string, HeadRules>> = {
  org: { field: /^#\+(?!begin_)([\w-]+):[ \t]+(.*)$/i, passedOver: /^(?:#|$)/, endsAtBlank: false, titleLines: 0 },
  adoc: { field: /^:([\w-]+):[ \t]+(.*)$/, passedOver: /^(?:\/\/|:[\w!-]+:|$)/, endsAtBlank: true, titleLines: 3 },
  rst: {
    field: /^:([\w][\w -]*):[ \t]+(.*)$/,
    passedOver: /^(?:\.\.(?: |$)|:[\w -]+:$|$)/,
    endsAtBlank: false,
    titleLines: 3,
  },
};

/** Only what stands before the first words. Formats without such fields give none. */
export function headFields(type: string, text: string): MetaFound {
  const rules = rulesOf[type];
  if (rules === undefined) return noMeta;
  const found = new MetaCollector();
  let titleLines = 0;
  let hasBegun = false;
  for (const line of text.slice(0, loadLimits.maxFrontMatterCharacters).split('\n')) {
    const [, key, value] = rules.field.exec(line.trimEnd()) ?? [];
    if (key !== undefined && value !== undefined) found.add([key], value);
    else if (line.trim() === '' && rules.endsAtBlank && hasBegun) break;
    else if (!rules.passedOver.test(line.trim()) && ++titleLines > rules.titleLines) break;
    hasBegun ||= line.trim() !== '';
  }
  return found.result();
}
