// Whether two questions ask the same, so that one answer does for both. Told letter by letter: vectors of questions lie too near. Pure.

/** Measured in docs/chat.md. The words decide; this only catches what they overlook. */
export const sameQuestionCosine = 0.93;

/**
 * Words that begin a question and are no name and no noun in any other spelling: only these may come with a small letter or a capital.
 * Without accents, as they are typed in haste.
 */
const openers = new Set(
  [
    'what which who whom whose when where why how is are was were do does did can could should would has have had',
    'como cual cuales quien quienes cuando cuanto cuanta cuantos cuantas donde adonde hay puedo tengo debo',
    'wer wem wen wann wo warum wie wieviel welche welcher welches welchen welchem ist sind kann gibt',
    'quel quelle quels quelles qui quand comment combien pourquoi',
    'quale quali quanti quante',
    'quem qual quais quantos quantas onde',
  ]
    .join(' ')
    .split(' '),
);
/** `qué` is an opener, and another word than `que`, which may begin a question too: “¿Que no puedo pagar?”. */
const accentedOpeners = new Set(['qué', 'perché']);
/**
 * Written without their accents in haste, and nothing else where a question begins. Written with the accent they mean the same there.
 */
const hasty: ReadonlyMap<string, string> = new Map(
  'cómo cuál cuáles quién quiénes cuándo cuánto cuánta cuántos cuántas dónde adónde'
    .split(' ')
    .map((word) => [withoutAccents(word), word]),
);
/** May stand before the word that asks: `A quién`, `De cuántas`. */
const before = new Set('a al de del en con por para desde hasta sobre entre'.split(' '));

const courtesies = "por favor|please|bitte|s'il (?:vous|te) plaît|per favore";
const courtesyBefore = new RegExp(`^(?:${courtesies}), ?`, 'iu');
const courtesyBehind = new RegExp(`, ?(?:${courtesies})$`, 'iu');
/** Only behind a letter or a digit: in `C++?` and `in ..?` nobody can tell what belongs to the name. */
const ending = /(?<=[\p{L}\p{M}\p{N}])\.?\s*[?？]*$/u;

/**
 * The same words, signs and capitals in the same order. What may differ is white space, the marks around the question, the letter that it
 * begins with where that is a question word, the accent of that word, a courtesy set off by a comma, and “how can I” for “how do I” with
 * its Spanish likes. All else asks something else somewhere: an article (`el capital`, `la capital`), an ending (`damage`, `damages`;
 * `llega`, `llegan`), an accent (`drucken`, `drücken`), a sign (`A+`, `A-`).
 */
export function isSameQuestion(one: string, other: string): boolean {
  const asked = plainlyAsked(one);
  return asked !== '' && asked === plainlyAsked(other);
}

/** One spelling for all ways to write the same question. */
function plainlyAsked(question: string): string {
  const written = question
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/’/gu, "'")
    .replace(/[¿¡](?=\p{L})/gu, '')
    .trim();
  const bare = written.replace(ending, '').replace(courtesyBehind, '').replace(courtesyBefore, '');
  return /[\p{L}\p{N}]/u.test(bare) ? withPlainBeginning(bare.split(' ')).join(' ') : '';
}

function withPlainBeginning(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...rest] = words;
  const small = smallFirst(first);
  const opener = openerOf(small);
  if (opener !== null) return withoutMay([opener, second, ...rest].filter((word) => word !== ''));
  const behind = before.has(small) ? openerOf(second) : null;
  return behind === null ? words : [small, behind, ...rest];
}

/** The word that asks, as it is spelled; null for all others. */
function openerOf(word: string): string | null {
  const plain = withoutAccents(word);
  if (hasty.get(plain) === word || plain === word) {
    return openers.has(plain) ? (hasty.get(plain) ?? plain) : null;
  }
  return accentedOpeners.has(word) ? word : null;
}

/** “How can I pay” asks what “how do I pay” does; “cómo puedo pagar” and “cómo pago” what “cómo pagar” does. Of nobody but oneself. */
function withoutMay(words: readonly string[]): readonly string[] {
  const [first = '', second = '', third = '', ...rest] = words;
  if (first === 'how' && ['can', 'do'].includes(second) && ['I', 'i'].includes(third)) return ['how do I', ...rest];
  if (first !== 'cómo') return words;
  if (second === 'puedo' && /^\p{Ll}+[aei]r$/u.test(third)) return [first, third, ...rest];
  // Verbs in -ar alone: `fundo` may be of `fundar` or of `fundir`.
  const stem = /^(\p{Ll}{3,})o$/u.exec(second)?.[1];
  return stem === undefined ? words : [first, `${stem}ar`, ...words.slice(2)];
}

function smallFirst(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1);
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}
