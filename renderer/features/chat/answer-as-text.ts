// An answer as plain text, to be pasted elsewhere: its citations as numbers, and one line that names its sources.
import type { TFunction } from 'i18next';
import type { Answer, Source } from '../../../shared/domain/chat.js';
import { shownName } from '../../format/path-parts.js';
import { placeText } from '../../format/places.js';
import { chipPlaces } from './rehype-chips.js';

/** Ends with `Sources: a.md › Costs, b.pdf p. 14`; without that line where nothing is cited. */
export function answerAsText(answer: Pick<Answer, 'answer' | 'citations' | 'sources'>, t: TFunction): string {
  let text = '';
  let from = 0;
  for (const { at, indexes } of chipPlaces(answer.citations)) {
    const numbers = indexes.map((index) => `[${answer.citations[index]?.n}]`).join('');
    text += `${answer.answer.slice(from, at)} ${numbers}`;
    from = at;
  }
  text = `${text}${answer.answer.slice(from)}`.trim();
  if (answer.sources.length === 0) return text;
  const names = [...new Set(answer.sources.map((source) => nameOf(source, t)))];
  return `${text}\n\n${t('chat.sourcesLine', { count: names.length, names: names.join(', ') })}`;
}

function nameOf({ path, title, locator }: Source, t: TFunction): string {
  const place = placeText(locator, t, title);
  if (place === '') return shownName(path);
  return `${shownName(path)}${locator.page === null && (locator.headingPath?.length ?? 0) > 0 ? ' › ' : ' '}${place}`;
}
