// The encoding of text that says nothing about it: by statistics, checked against its rivals by whether words of a language come out.
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { centralEuropean } from './central-european.js';
import { decodeAs, knownName } from './decode-as.js';
import { detectLanguage } from './language.js';

/** Encodings of one byte a letter, in the order of how common they are. */
const rivals = [
  ...([
    'macintosh',
    'cp850',
    'windows-1251',
    'iso-8859-2',
    'windows-1250',
    'windows-1253',
    'cp866',
    'cp852',
    'koi8-r',
    'koi8-u',
  ] as const),
  ...(['iso-8859-5', 'maccyrillic', 'cp855', 'windows-1255', 'windows-874'] as const),
];
/** Share of odd places among a text's letters beyond ASCII above which the rivals are tried. */
const maxOddShare = 0.02;
const maxLookCharacters = 8_000;
/** Of Korean's syllables those that its standard has; of syllables by chance it has a fifth. */
const minCommonShare = 0.9;

/** They have the same bytes for other letters: only the language tells them apart. */
const western: ReadonlySet<string> = new Set(['windows-1252', 'iso-8859-1', 'iso-8859-9', 'windows-1254']);
const sisters = [
  { name: 'iso-8859-9', languages: ['tr', 'az'], letters: /[ğşıİ]/iu },
  { name: 'windows-1257', languages: ['lt', 'lv', 'et'], letters: /[ųšžėąūįčęēīņļģķ]/iu },
] as const;

/** @param sample what holds bytes over 127, see `decode-text.ts` */
export function likelyEncoding(sample: Uint8Array): string {
  const words = tellingWords(sample);
  if (isJohab(words)) return 'johab';
  const statistical = statisticalEncoding(words);
  const guess = neighbours.has(statistical) ? byLetters(statistical, sample, words) : statistical;
  const odd = oddShare(decodeAs(words, guess));
  if (odd <= maxOddShare) return westernName(guess, sample);
  const shares = rivals.map((name) => ({ name, share: oddShare(decodeAs(words, name)) }));
  const best = shares.reduce((a, b) => (b.share < a.share ? b : a));
  return best.share < odd / 2 ? best.name : westernName(guess, sample);
}

/** Western and Central European encodings, which the statistics take for each other. */
const neighbours: ReadonlySet<string> = new Set([...western, 'windows-1250', 'iso-8859-2']);

function byLetters(guess: string, sample: Uint8Array, words: Uint8Array): string {
  const central = centralEuropean(words, sample);
  if (central !== null) return central;
  return western.has(guess) ? byLanguage(guess, sample, words) : guess;
}

/** The sister whose language comes out, unless the text reads as another language in Western letters. */
function byLanguage(guess: string, sample: Uint8Array, words: Uint8Array): string {
  const plain = decodeAs(sample, 'windows-1252');
  const plainLanguage = detectLanguage(plain);
  // It looks Icelandic, but its letters stand where no Icelandic word has them.
  const isNoIcelandic = plainLanguage === 'is' && /(?<=\p{Ll})þ|(?<!\p{L})ð/u.test(plain);
  const found = sisters.find(({ languages, letters, ...sister }) => {
    const name = westernName(sister.name, sample);
    const text = decodeAs(sample, name);
    if (!letters.test(text) || oddShare(decodeAs(words, name)) > maxOddShare) return false;
    const known: readonly (string | null)[] = languages;
    const isAnother = plainLanguage !== null && !isNoIcelandic && !known.includes(plainLanguage);
    return known.includes(detectLanguage(text)) && !isAnother;
  });
  if (found !== undefined) return westernName(found.name, sample);
  const isTurkish = guess === 'iso-8859-9' || guess === 'windows-1254';
  const isOther = plainLanguage !== null && !isNoIcelandic && plainLanguage !== 'tr' && plainLanguage !== 'az';
  return isTurkish && isOther ? 'windows-1252' : guess;
}

/**
 * Text in any other encoding breaks the rules of its syllables at once, but for letters that swallow the plain ones behind
 * them: the syllables that come of it are not those of Korean, nearly all of which stand in KS X 1001.
 */
function isJohab(words: Uint8Array): boolean {
  const text = decodeAs(words.subarray(0, maxLookCharacters), 'johab').slice(0, -2);
  const high = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  const syllables = text.match(/[\uac00-\ud7a3]/g) ?? [];
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  if (syllables.length < 20 || syllables.length < high * 0.25 || broken > high * 0.005) return false;
  const common = syllables.filter((syllable) => iconv.encode(syllable, 'euc-kr').every((byte) => byte > 0xa0));
  return common.length >= syllables.length * minCommonShare;
}

/** The words that have bytes over 127, with a space between them: markup and names in ASCII say nothing. */
function tellingWords(sample: Uint8Array): Uint8Array {
  const latin = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).toString('latin1');
  const words = latin.replace(/<[a-zA-Z!/?][^<>\x80-\xff]*>/g, ' ').match(/[^\s<>]*[\x80-\xff][^\s<>]*/g) ?? [];
  return Buffer.from(words.join(' '), 'latin1');
}

function statisticalEncoding(sample: Uint8Array): string {
  const guesses = analyse(sample)
    .map((match) => ({ name: knownName(match.name), confidence: match.confidence }))
    .filter((guess): guess is { name: string; confidence: number } => guess.name !== null && guess.name !== 'utf-8');
  const found = guesses.find(({ name, confidence }) => confidence >= 10 && decodesCleanly(sample, name));
  return found?.name ?? 'windows-1252';
}

/** ISO-8859-1 with bytes that only its Windows sister has is the sister. */
function westernName(name: string, sample: Uint8Array): string {
  const sister: Readonly<Record<string, string>> = {
    'iso-8859-1': 'windows-1252',
    'iso-8859-9': 'windows-1254',
    'iso-8859-7': 'windows-1253',
    'iso-8859-2': 'windows-1250',
  };
  return sample.some((byte) => byte >= 0x80 && byte <= 0x9f) ? (sister[name] ?? name) : name;
}

/** No replacement characters (but for one cut off at the end) and no control characters of the upper half. */
export function decodesCleanly(sample: Uint8Array, name: string): boolean {
  const text = decodeAs(sample, name).slice(0, -2);
  const odd = text.match(/[\ufffd\u0080-\u0084\u0086-\u009f]/g)?.length ?? 0;
  const high = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  return odd <= high * 0.01;
}

/** Symbols inside words, capitals behind small letters, scripts mixed in a word, accents in a row: nobody writes so. */
const oddPlaces = [
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{Z}\0-\x7f’‘'\u00ad·–—…“”„»«、。]+(?=\p{L})/gu,
  /(?<=\p{Ll})(?:(?=[^\0-\x7f])\p{Lu}|[A-Z](?=[^\0-\x7f]))/gu,
  /(?<=\p{Script=Latin})[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/gu,
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}](?=\p{Script=Latin})/gu,
  /(?<=[a-z])\p{Script=Han}|\p{Script=Han}(?=[a-z])/gu,
  /[\u00c0-\u024f]{2}(?=[\u00c0-\u024f])/g,
  /[\ufffd\u0080-\u009f\ue000-\uf8ff]/g,
  /[¤¢¦¬¨¯¸ªº¹‡†‰ˆ˜\u2550-\u256c]/g,
];

function oddShare(text: string): number {
  const look = text.slice(0, maxLookCharacters);
  const high = look.match(/[^\0-\x7f]/g)?.length ?? 0;
  if (high === 0) return 0;
  return oddPlaces.reduce((count, place) => count + (look.match(place)?.length ?? 0), 0) / high;
}
