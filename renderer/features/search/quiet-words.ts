// Words so small that every passage holds them: they are found, counted and listed under "why", but marking them would
// hide the words that matter.
import type { Hit, SearchResult } from '../../../shared/domain/search.js';

const quietWords: ReadonlySet<string> = new Set(
  [
    'a an and are as at be by can do does for from has have how i if in is it of on or that the their this to was we what',
    'when where which who why will with you your',
    'al como con cual cuando cuanto de del desde donde el en es esta este ha hay la las le lo los me mi no o para pero por',
    'que quien se si sin son su sus un una y ya',
    'am auf aus bei das dem den der des die ein eine einen einer er es fur hat ich im ist man mit nach nicht oder sich sie',
    'sind um und von vom wann warum was wer wie wir wird wo womit zu zum zur',
    'au aux avec ce ces dans des du elle est et il je les ne nous ou pas pour qui sont sur une vous',
    'ao com da das do dos e em na nas no nos os para uma',
    'che chi con da dal del della di e gli ha i il in la le lo nel non per si sono un',
  ].flatMap((line) => line.split(' ')),
);

function isQuiet(word: string): boolean {
  return quietWords.has(word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''));
}

/** The result with only the matches worth marking; all of them where the question has nothing but small words. */
export function withoutQuietMatches(result: SearchResult): SearchResult {
  const words = result.query.match(/[\p{L}\p{N}]+/gu) ?? [];
  // A quoted phrase is wanted word by word.
  if (result.query.includes('"') || words.every(isQuiet)) return result;
  return { ...result, hits: result.hits.map(withLoudMatches) };
}

function withLoudMatches(hit: Hit): Hit {
  return { ...hit, matches: hit.matches.filter(({ start, end }) => !isQuiet(hit.text.slice(start, end))) };
}
