// The fixed sentence that declines a question, and the few other words of an answer that are the app's own.
import type { PlaceWords } from '../../../shared/domain/place-text.js';
import type { AnswerLanguage } from './question-language.js';

/** Said where nothing in the library is near enough; no model is asked. */
export const notFoundWords: Readonly<Record<AnswerLanguage, string>> = {
  en: 'I can’t find that in your documents.',
  es: 'No lo encuentro en tus documentos.',
  de: 'Das finde ich in Ihren Dokumenten nicht.',
  fr: 'Je ne trouve pas cela dans vos documents.',
  it: 'Non lo trovo nei tuoi documenti.',
  pt: 'Não encontro isso nos seus documentos.',
};

/** Before the names of one source, and of several. */
export const sourceWords: Readonly<Record<AnswerLanguage, readonly [one: string, several: string]>> = {
  en: ['Source', 'Sources'],
  es: ['Fuente', 'Fuentes'],
  de: ['Quelle', 'Quellen'],
  fr: ['Source', 'Sources'],
  it: ['Fonte', 'Fonti'],
  pt: ['Fonte', 'Fontes'],
};

/** “p. 14”, “row 3”, in the language of the question. */
export const placeWords: Readonly<Record<AnswerLanguage, PlaceWords>> = {
  en: wordsBefore('p.', 'slide', 'row', 'line'),
  es: wordsBefore('p.', 'diapositiva', 'fila', 'línea'),
  de: wordsBefore('S.', 'Folie', 'Tabellenzeile', 'Zeile'),
  fr: wordsBefore('p.', 'diapositive', 'rangée', 'ligne'),
  it: wordsBefore('p.', 'diapositiva', 'riga', 'linea'),
  pt: wordsBefore('p.', 'diapositivo', 'fila', 'linha'),
};

function wordsBefore(page: string, slide: string, row: string, line: string): PlaceWords {
  return {
    page: (number) => `${page} ${number}`,
    slide: (number) => `${slide} ${number}`,
    row: (number) => `${row} ${number}`,
    line: (number) => `${line} ${number}`,
  };
}
