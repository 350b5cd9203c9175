// The fast tokenizer against the library, id by id: on texts in many scripts and on made-up ones.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { libraryTokenizer, openTokenizer, type Tokenizer } from '../../../electron/engine/chunk/tokenizer.js';
import { readUnigram } from '../../../electron/engine/chunk/unigram-file.js';
import { modelFolder, openModelFolder, readModelFile } from '../../../electron/engine/embed/model-files.js';
import { anyDocumentText } from './texts.js';

let own: Tokenizer;
let library: Tokenizer;
let content: string;

beforeAll(async () => {
  const model = openModelFolder(modelFolder());
  own = await openTokenizer(model);
  content = (await readModelFile(model, 'tokenizer')).toString('utf8');
  library = await libraryTokenizer(
    JSON.parse(content),
    JSON.parse((await readModelFile(model, 'tokenizer-config')).toString()),
  );
});

const texts: Record<string, string> = {
  Spanish: 'passage: ¿Cuántos días tengo para devolver un producto? El plazo es de 30 días «naturales».',
  German: 'passage: Die Rückgabefrist beträgt dreißig Tage; Straßenbahnhaltestellenverordnung, z. B. §12 Abs. 3.',
  Chinese: 'passage: 退货期限为收货后三十天。包裹必须完整！价格：￥128.50（含税）',
  Japanese: 'passage: 返品は商品到着後30日以内に承ります。ｶﾀｶﾅ と ひらがな、ＡＢＣ～Ｚ',
  Thai: 'passage: สินค้าสามารถคืนได้ภายในสามสิบวัน โดยไม่เสียค่าใช้จ่าย',
  Arabic: 'passage: مدة الإرجاع ثلاثون يومًا من تاريخ الاستلام. ﷺ ﻻ',
  Hebrew: 'passage: ניתן להחזיר את המוצר תוך שלושים יום.',
  Russian: 'passage: Срок возврата составляет тридцать дней с момента доставки.',
  Hindi: 'passage: उत्पाद तीस दिनों के भीतर वापस किया जा सकता है।',
  Korean: 'passage: 상품은 수령 후 30일 이내에 반품할 수 있습니다.',
  emoji: 'passage: 👩‍👩‍👧‍👦 family 🇪🇸 flag 👍🏽 ok',
  code: 'passage: \tconst x = a[i]?.b ?? {};\r\n\t// café == cafe\u0301\n',
  spaces: 'passage:   two  spaces\u00a0and\u2003wide\u3000ones\u200band\ufeffnone ',
  controls: 'passage: be\u0007ll a\u0001 \u0002 b \u0085 end \u0001',
  symbols: 'passage: ¨ ´ a¨b ½ ﬁ Ⅷ ① ℃ ™ … ‽ ～ ﾞ \ufffd \u2581mark',
  unknown: 'passage: 𓀀𓀁𓀂 𒀀 \u{10ffff}\u{e000}x ꙮ',
  'lone surrogates': 'passage: a\ud800b \udc00 c\udbff',
  'nothing after the prefix': 'passage: ',
  nothing: '',
  'only spaces': ' \n\t ',
};

describe('the ids equal those of the library', () => {
  test.each(Object.entries(texts))('for %s', (_name, text) => {
    expect([...own.encode(text)]).toEqual([...library.encode(text)]);
    expect(own.count(text)).toBe(library.count(text));
  });

  test('for made-up texts in many scripts', () => {
    fc.assert(
      fc.property(anyDocumentText, (text) => {
        expect([...own.encode(text)]).toEqual([...library.encode(text)]);
      }),
      { numRuns: 300, seed: 20 },
    );
  });

  test('again when a word is met a second time', () => {
    const text = 'palabra palabra 词语 palabra\u200b';
    expect([...own.encode(text)]).toEqual([...own.encode(text)]);
    expect([...own.encode(text)]).toEqual([...library.encode(text)]);
  });
});

test("the model's own marks in a document are text, unlike in the library", () => {
  const inner = own.encode('a <s> b </s> c <mask>').slice(1, -1);
  for (const id of [0, 1, 2, 250_001]) expect(inner).not.toContain(id);
  expect(library.encode('a <s> b').slice(1, -1)).toContain(0);
});

test('all pieces and scores are read as JSON has them', () => {
  const { model } = JSON.parse(content) as { readonly model: { readonly vocab: readonly [string, number][] } };
  const unigram = readUnigram(Buffer.from(content));
  const { units, ends, scores } = unigram?.pieces ?? { units: new Uint16Array(), ends: [], scores: [] };
  const isRead = model.vocab.map(([piece, score], id) => {
    const start = ends[id - 1] ?? 0;
    const isPiece =
      ends[id] === start + piece.length &&
      [...piece.split('').keys()].every((at) => {
        return units[start + at] === piece.charCodeAt(at);
      });
    return isPiece && scores[id] === score;
  });
  expect(isRead.length).toBe(250_002);
  expect(isRead.indexOf(false)).toBe(-1);
});

test.each([
  ['another way to find words', ['"Metaspace"', '"Whitespace"']],
  ['another kind of model', ['"Unigram"', '"BPE"']],
  ['a piece over two words', ['"▁de"', '"▁de▁la"']],
  ['a score that is no number', ['-5.306643009185791', '"high"']],
  ['no list of pieces', ['"vocab"', '"words"']],
])('a tokenizer with %s is not taken for this one', (_name, [from = '', to = '']) => {
  expect(content).toContain(from);
  expect(readUnigram(Buffer.from(content.replace(from, to)))).toBeNull();
});
