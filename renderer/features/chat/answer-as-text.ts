// An answer as plain text, to be pasted elsewhere: as the command line prints it, in the page's language.
import type { TFunction } from 'i18next';
import { answerInText } from '../../../shared/domain/answer-text.js';
import type { Answer } from '../../../shared/domain/chat.js';
import { placeWords } from '../../format/places.js';

/** Ends with `Sources: [1] a.md › Costs, [2] b.pdf p. 14`; without that line where nothing is cited. */
export function answerAsText(answer: Pick<Answer, 'answer' | 'citations' | 'sources'>, t: TFunction): string {
  return answerInText(answer, { source: [t('chat.textSource'), t('chat.textSources')], place: placeWords(t) });
}
