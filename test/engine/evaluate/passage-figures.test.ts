// A passage is right when it holds the whole gold answer.
import { describe, expect, it } from 'vitest';
import { goldPlaces, judgePassages, utf16Offset } from '../../../electron/engine/evaluate/passage-figures.js';
import type { SetRecord } from '../../../electron/engine/evaluate/read-set.js';

async function* records(...list: SetRecord[]): AsyncGenerator<SetRecord> {
  yield* list;
}

describe('goldPlaces', () => {
  it('turns code points into UTF-16 offsets', async () => {
    const text = '😀😀 the answer';
    const answers = new Map([['q', [{ documentId: 'd', start: 7, text: 'answer' }]]]);
    const places = await goldPlaces(answers, records({ id: 'd', title: '', text }));
    expect(places.get('q')).toEqual([{ documentId: 'd', start: 9, end: 15 }]);
    expect(text.slice(9, 15)).toBe('answer');
  });

  it('leaves out an answer that does not stand where it says', async () => {
    const answers = new Map([['q', [{ documentId: 'd', start: 1, text: 'answer' }]]]);
    expect((await goldPlaces(answers, records({ id: 'd', title: '', text: 'answer' }))).size).toBe(0);
  });
});

describe('utf16Offset', () => {
  it('stops at the end of the text', () => {
    expect(utf16Offset('a😀b', 2)).toBe(3);
    expect(utf16Offset('ab', 99)).toBe(2);
  });
});

describe('judgePassages', () => {
  const gold = [{ documentId: 'd', start: 10, end: 20 }];

  it('finds the first passage that holds the gold answer wholly', () => {
    const passages = [
      { documentId: 'other', start: 0, end: 100 },
      { documentId: 'd', start: 12, end: 40 },
      { documentId: 'd', start: 0, end: 20 },
      { documentId: 'd', start: 5, end: 50 },
    ];
    expect(judgePassages(passages, gold)).toMatchObject({ recall: [0, 1, 1, 1], reciprocalRank: 1 / 3 });
  });

  it('is zero where no passage holds it', () => {
    expect(judgePassages([{ documentId: 'd', start: 0, end: 19 }], gold)).toMatchObject({
      recall: [0, 0, 0, 0],
      ndcg: 0,
    });
  });
});
