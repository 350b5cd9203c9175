// Made-up texts that look like real ones: many scripts, odd spaces, marks, emoji, long runs without any space.
import fc from 'fast-check';

const words = [
  ...'the quick brown fox jumps over lazy dog and INV-20391 3.14 e.g. https://example.org/a?b=c'.split(' '),
  ...'¿Cuántos días años niño garantía devolución «así» Straße Übergrößenträger naïve Ωμέγα'.split(' '),
  ...'Срок возврата данных ניתן להחזיר مدة الإرجاع لا‎ दिनों के भीतर 상품은 반품할'.split(' '),
  '退货期限为收货后三十天',
  '返品は商品到着後',
  'สินค้าสามารถคืนได้ภายในสามสิบวัน',
  '👩‍👩‍👧‍👦',
  '🇪🇸👍🏽',
  '𝕬𝖇𝖈𓀀',
  'e\u0301o\u0308n\u0303',
  'ﬁ½①ｶﾞ～',
  'a'.repeat(90),
  '漢'.repeat(60),
  '-----',
  '......',
];
const gaps = [' ', ' ', ' ', ' ', '  ', '\n', '\t', '\u00a0', '\u3000', '\u200b', '\ufeff', '', '\u0001'];
const stops = ['. ', '.\n', '! ', '? ', '。', '！', '؟ ', '… ', '." ', ': ', '\n\n', '\r\n'];

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);

const sentence = fc
  .tuple(fc.array(fc.tuple(word, fc.constantFrom(...gaps)), { minLength: 1, maxLength: 30 }), fc.constantFrom(...stops))
  .map(([parts, stop]) => parts.flat().join('') + stop);

/** Any text at all, from nothing to a few paragraphs. */
export const anyDocumentText = fc.array(sentence, { maxLength: 12 }).map((sentences) => sentences.join(''));

/** One block's worth of text, never only white space. */
export const blockText = fc
  .array(sentence, { minLength: 1, maxLength: 20 })
  .map((sentences) => sentences.join('').trim())
  .filter((text) => text !== '');
