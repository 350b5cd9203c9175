// An answer as it is copied.
import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { answerAsText } from '../../../../renderer/features/chat/answer-as-text.js';
import { startStrings } from '../../../../renderer/strings/i18n.js';
import { noLocator } from '../../../../shared/domain/document.js';
import { makeAnswer, makePassage } from '../../make-answer.js';

const t: TFunction = i18next.t;

beforeAll(() => startStrings('en'));

const returns = makePassage({ locator: { ...noLocator, headingPath: ['Costs'] } });
const contract = makePassage({
  chunkId: 'c2',
  path: '/home/ana/b.pdf',
  type: 'pdf',
  locator: { ...noLocator, page: 14 },
});
const quote = { quote: 'pays', start: 0, end: 4 };

it('has its numbers and ends with one line that names its sources in the order of use', () => {
  const answer = makeAnswer({
    answer: 'The shop pays. Send a photo.',
    sources: [
      { ...returns, n: 1 },
      { ...contract, n: 2 },
    ],
    citations: [
      { ...quote, n: 1, at: 13 },
      { ...quote, n: 1, at: 27 },
      { ...quote, n: 2, at: 27 },
    ],
  });
  expect(answerAsText(answer, t)).toBe(
    'The shop pays [1]. Send a photo [1][2].\n\nSources: [1] returns.md › Costs, [2] b.pdf p. 14',
  );
});

it('names one source without a number, and a document inside a file with that file', () => {
  const inside = { ...contract, path: '/home/ana/plans.zip!/site/plan.pdf', n: 1 };
  const answer = makeAnswer({ answer: 'In May.', sources: [inside], citations: [{ ...quote, n: 1, at: 7 }] });
  expect(answerAsText(answer, t)).toBe('In May.\n\nSource: plans.zip › site/plan.pdf p. 14');
});

it('has no such line where nothing is cited', () => {
  expect(answerAsText(makeAnswer({ answer: 'Your documents do not say so.' }), t)).toBe(
    'Your documents do not say so.',
  );
});
