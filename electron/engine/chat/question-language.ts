// Which of a few languages a question is in. It is too short for a detector of texts: its small words tell. Pure.
import { detectLanguage } from '../load/language.js';
import { wordsOf } from '../search/fold-words.js';

export const answerLanguages = ['en', 'es', 'de', 'fr', 'it', 'pt'] as const;
export type AnswerLanguage = (typeof answerLanguages)[number];

export function isAnswerLanguage(code: string | undefined): code is AnswerLanguage {
  return answerLanguages.some((language) => language === code);
}

/** Words that questions are made of, folded; those that two of the languages share weigh for both. */
const tellingWords: Readonly<Record<AnswerLanguage, string>> = {
  en: 'the a an of to is are was were do does did what which who whom whose when where why how much many and or in on at for from with by can could should would will my your our it its that this these there have has had not i we you they be if about',
  es: 'el la los las un una unos unas de del al y en por para con sin que cual cuales quien quienes cuando cuanto cuanta cuantos cuantas donde como es son fue era hay esta estan se me mi tu su sus lo le les puedo puede tengo tiene hace hacer no si mas pero este esta eso yo',
  de: 'der die das den dem des ein eine einen einem einer und oder in im am an auf fur von vom mit ohne zu zum zur ist sind war waren wird werden was wer wen wem wann wo warum wie viel viele welche welcher welches kann konnen muss soll ich wir sie er es mein meine ihr nicht gibt bei nach hat haben',
  fr: 'le la les un une des de du au aux et ou en dans par pour avec sans que qui quel quelle quels quelles quand combien comment pourquoi est sont etait a ont il elle on nous vous je ce cette ces mon ma mes son sa ses ne pas y se d l qu c j n s faut peut quoi',
  it: 'il lo la i gli le un uno una di del della dei delle degli da dal dalla in nel nella e l per con senza che chi qual quale quali quando quanto quanta quanti quante dove come perche e sono era ha hanno si mi mio mia suo sua non c cosa posso puo al alla ai sul sulla su',
  pt: 'o a os as um uma de do da dos das em no na nos nas e ou por pelo pela para com sem que quem qual quais quando quanto quanta quantos quantas onde como porque e sao foi era ha tem se me meu minha seu sua nao eu voce posso pode ao aos isso este esta fica',
};

const wordSets = new Map(answerLanguages.map((language) => [language, new Set(tellingWords[language].split(' '))]));
const letters: readonly (readonly [RegExp, AnswerLanguage])[] = [
  [/[¿¡ñ]/iu, 'es'],
  [/[ßäöü]/iu, 'de'],
  [/[ãõ]|ção/iu, 'pt'],
  [/[çœêûîâëï]|\b[djqcn]['’]/iu, 'fr'],
  [/[ìò]|(?:^|\s)è\s|\b(?:dell|nell|all|sull|dall|un)['’]/iu, 'it'],
];
/** What a letter that the others do not have counts, beside a word. */
const letterWeight = 1.5;

/** The question's language, where it is one of them and can be told; null else. */
export function languageOfQuestion(question: string): AnswerLanguage | null {
  const scores = new Map<AnswerLanguage, number>();
  const add = (language: AnswerLanguage, weight: number): void => {
    scores.set(language, (scores.get(language) ?? 0) + weight);
  };
  for (const { word } of wordsOf(question)) {
    for (const [language, words] of wordSets) if (words.has(word)) add(language, 1);
  }
  for (const [pattern, language] of letters) if (pattern.test(question)) add(language, letterWeight);
  const [best, second] = [...scores].sort((a, b) => b[1] - a[1]);
  if (best !== undefined && best[1] > (second?.[1] ?? 0)) return best[0];
  const detected = detectLanguage(question) ?? undefined;
  return isAnswerLanguage(detected) ? detected : null;
}
