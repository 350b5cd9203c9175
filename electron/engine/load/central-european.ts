// Windows-1250 and ISO-8859-2 told from their Western sisters and from each other: the same bytes are other letters there, and
// short texts and lists have no sentences to tell a language by. The letters that a language writes with do.
import { decodeAs } from './decode-as.js';
import { detectLanguage } from './language.js';

/** Letters beyond ASCII of each language, lower case. */
const centralAlphabets = {
  sl: 'čšžćđ',
  hr: 'čćđšž',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  pl: 'ąćęłńóśźż',
  hu: 'áéíóöőúüű',
  ro: 'ăâîşţ',
} as const;
const westernAlphabets = {
  es: 'áéíñóúü',
  pt: 'áàâãçéêíóôõúü',
  fr: 'àâçéèêëîïôœùûüÿ',
  it: 'àèéìíîòóùú',
  ca: 'àçèéíïòóúü',
  de: 'äöüß',
  nl: 'áàäèéêëïíóöúü',
  da: 'åæøéóôòèê',
  sv: 'åäöéüà',
  fi: 'åäöšž',
  et: 'äõöüšž',
  is: 'áæðéíóöþúý',
} as const;
/** Of a text's letters beyond ASCII; the others are of names from elsewhere. */
const minShare = 0.98;
const names = ['windows-1250', 'iso-8859-2'] as const;

/** What the name of the pair would be, or null where the text is none of theirs. `words`: those with bytes over 127. */
export function centralEuropean(words: Uint8Array, sample: Uint8Array): (typeof names)[number] | null {
  const westernText = decodeAs(words, 'windows-1252');
  // Pounds, degrees and quotation marks are no words of another language.
  if (lettersOf(westernText).length === 0) return null;
  const western = fitting(westernText, westernAlphabets);
  const westernLanguage = detectLanguage(decodeAs(sample, 'windows-1252'));
  const isWestern = westernLanguage !== null && westernLanguage in westernAlphabets;
  const candidates = names
    // Only the Windows sister has letters there.
    .filter((name) => name === 'windows-1250' || !sample.some((byte) => byte >= 0x80 && byte <= 0x9f))
    .map((name) => ({ name, languages: fitting(decodeAs(words, name), centralAlphabets) }))
    .filter(({ languages }) => languages.length > 0);
  const told = candidates.find(({ name, languages }) => isOneOf(languages, detectLanguage(decodeAs(sample, name))));
  if (western.length > 0) return isOneOf(western, westernLanguage) ? null : (told?.name ?? null);
  return told?.name ?? (isWestern ? null : (candidates[0]?.name ?? null));
}

function isOneOf(languages: readonly string[], language: string | null): boolean {
  if (language === null) return false;
  // Neighbours that a detector takes for each other.
  const near: Readonly<Record<string, readonly string[]>> = {
    sl: ['hr', 'sr', 'bs'],
    hr: ['sl', 'sr', 'bs'],
    cs: ['sk'],
    sk: ['cs'],
  };
  return languages.some((one) => one === language || near[one]?.includes(language) === true);
}

/** The languages whose letters these are. */
function fitting(text: string, alphabets: Readonly<Record<string, string>>): readonly string[] {
  const letters = lettersOf(text);
  if (letters.length === 0) return [];
  return Object.entries(alphabets)
    .filter(([, alphabet]) => letters.filter((letter) => alphabet.includes(letter)).length >= letters.length * minShare)
    .map(([language]) => language);
}

/** Letters beyond ASCII, lower case, and signs before a small letter, which are letters that were read wrong. */
function lettersOf(text: string): readonly string[] {
  return text.toLowerCase().match(/(?=[^\0-\x7f])\p{L}|[^\0-\x7f«»¿¡‹›“”„‘’‚–—…\s](?=\p{Ll})/gu) ?? [];
}
