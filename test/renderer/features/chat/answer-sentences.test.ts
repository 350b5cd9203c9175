// What is read out of an answer while it grows.
import { expect, it } from 'vitest';
import { sentencesSince } from '../../../../renderer/features/chat/answer-sentences.js';

it('says whole sentences, each once', () => {
  const first = sentencesSince('The shop pays. You have 48 ho', 0, false);
  expect(first).toEqual({ text: 'The shop pays.', until: 14 });
  const second = sentencesSince('The shop pays. You have 48 hours. Send a pho', first.until, false);
  expect(second.text).toBe('You have 48 hours.');
  expect(sentencesSince('The shop pays. You have 48 hours. Send a photo.', second.until, true).text).toBe(
    'Send a photo.',
  );
});

it('says nothing while no sentence is finished, and does not take a number for an end', () => {
  expect(sentencesSince('It costs 3.50', 0, false)).toEqual({ text: '', until: 0 });
});

it('leaves out the signs of Markdown', () => {
  expect(sentencesSince('**Costs**\n- the `shop` pays\n', 0, false).text).toBe('Costs - the shop pays');
});
