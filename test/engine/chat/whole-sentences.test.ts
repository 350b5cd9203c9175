// Sentences that are quoted: not cut at ordinals and abbreviations, and cut where one ends.
import { expect, it } from 'vitest';
import { quotableSentences } from '../../../electron/engine/chat/sentences-of.js';
import { wholeSentencesOf } from '../../../electron/engine/chat/whole-sentences.js';

const sentences = (text: string): string[] => wholeSentencesOf(text).map(({ start, end }) => text.slice(start, end));

it.each([
  'Die Probezeit des Vertrags endet am 28. Februar des folgenden Jahres.',
  'Die Miete ist vom 15. Dezember bis zum 20. 1. 2025 zu zahlen.',
  'Das Haus stammt aus dem 19. Jahrhundert und gehörte Ludwig XIV. König war er lange.',
  'Nach § 5 Abs. 2 gilt das nicht.',
  'Der Kontakt für Fragen zum Vertrag ist Dr. Müller.',
  'Das Konto hat die Nr. 5 und kostet ca. 20 Euro im Jahr.',
  'Der Umsatz lag bei 5 Mio. Euro im letzten Jahr.',
  'Er wohnt in der Bahnhofstr. 12 im Hof.',
  'The person to ask about the lease is Mr. Smith of the office.',
  'The office in St. Ives opens at nine and costs approx. 20 pounds.',
  'La matrícula del curso la firma la Sra. García en la oficina.',
  'La fianza se paga según el art. 15 del contrato, véase la pág. 4.',
  'La oficina queda en la Avda. Diagonal, núm. 4, de la ciudad.',
  'Le loyer est payé à Mme. Durand selon l’art. 3 du bail.',
  'Il contratto è firmato dal Dott. Rossi.',
  'O contrato é assinado pela Dra. Silva.',
])('%s', (text) => {
  expect(sentences(`${text} Ende.`)).toEqual([text, 'Ende.']);
  expect(quotableSentences(text)).toMatchObject([{ start: 0, end: text.length }]);
});

it.each([
  ['The deposit is 28. The rent is due in May.', 2],
  ['El plazo es de 15. Después no se admite.', 2],
  ['May I pay by card? No. You pay in cash.', 3],
  ['It takes 5 min. Then it is done.', 2],
  ['Der Betrag ist 1.500. Danach nichts.', 2],
  ['Der Vertrag gilt bis zum Abs.\n\n2 Jahre danach endet er.', 2],
  ['Siehe Nr.\n- 5 Euro für den Bus.', 2],
])('ends where a sentence does: %s', (text, count) => {
  expect(sentences(text)).toHaveLength(count);
});
