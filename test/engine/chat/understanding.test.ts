// How a question is understood: its language, and what it leans on.
import { expect, test } from 'vitest';
import { leaningOf, withEarlierTerms } from '../../../electron/engine/chat/follow-up.js';
import { languageOfQuestion } from '../../../electron/engine/chat/question-language.js';

test.each([
  ['¿Cuánto cuesta el envío?', 'es'],
  ['cuanto cuesta el envio', 'es'],
  ['How much is shipping?', 'en'],
  ['Who is Viridiana?', 'en'],
  ['Wie viel kostet der Versand?', 'de'],
  ['Wann zahlt ihr zurück?', 'de'],
  ['Combien coûte la livraison ?', 'fr'],
  ["Quelle est l'adresse du dépôt ?", 'fr'],
  ['Quanto costa la spedizione?', 'it'],
  ["Qual è l'indirizzo del deposito?", 'it'],
  ['Quanto custa o envio?', 'pt'],
  ['Qual é a duração do contrato e não se renova?', 'pt'],
  ['送料はいくらですか', null],
  ['E44', null],
  ['', null],
])('the language of “%s” is %s', (question, language) => {
  expect(languageOfQuestion(question)).toBe(language);
});

test.each([
  ['¿y cómo lo elimino?', 'points'],
  ['¿Y si no pago?', 'points'],
  ['¿Puedo eliminarlo?', 'points'],
  ['and how do I remove them?', 'points'],
  ['What does it cost?', 'points'],
  ['Und wie lösche ich es?', 'points'],
  ['Et comment le supprimer ?', 'points'],
  ['E quanto custa isso?', 'points'],
  ['why?', 'short'],
  ['¿Y por qué?', 'points'],
  ['¿Qué es un IBAN?', 'short'],
  ['¿Cuál es la fecha de vencimiento del contrato?', 'none'],
  ['How long is the notice period for tenants?', 'none'],
  ['¿Cómo invito a un miembro?', 'none'],
  ['Wie lange dauert die Lieferung nach Hamburg?', 'none'],
])('“%s” leans: %s', (question, leaning) => {
  expect(leaningOf(question)).toBe(leaning);
});

test('a follow-up is searched with the telling words of the question before, each once, as they were written', () => {
  const past = { question: '', queryUsed: '¿Cómo invito a un miembro?' };
  expect(withEarlierTerms('¿y cómo lo elimino?', past)).toBe('invito miembro: ¿y cómo lo elimino?');
  expect(withEarlierTerms('¿Qué miembro invito?', past)).toBe('¿Qué miembro invito?');
});

test('what was asked last comes before what was asked long ago', () => {
  const queryUsed = 'ant bee cat dog eel fox goat hen ibis jackal koala lion: And at the consulate, who signs it?';
  const query = withEarlierTerms('And what does it cost?', {
    question: 'And at the consulate, who signs it?',
    queryUsed,
  });
  expect(query).toMatch(/^consulate signs ant /);
  expect(query).not.toContain('lion');
});

test('a chain of follow-ups keeps its subject, and does not grow without end', () => {
  let queryUsed = '¿Cómo invito a un miembro?';
  for (let turn = 0; turn < 30; turn++) {
    queryUsed = withEarlierTerms(`¿y el palabra${turn}?`, { question: '', queryUsed });
  }
  expect(queryUsed.length).toBeLessThan(300);
});
