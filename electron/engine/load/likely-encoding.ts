// The encoding of text that says nothing about it: by statistics, and where what comes out does not read like words, by its rivals.
import { analyse } from 'chardet';
import { decodeAs, knownName } from './decode-as.js';
import { detectLanguage } from './language.js';

/** What statistics does not know: the Macintosh, DOS, and neighbours that differ in a few letters. In the order of how common they are. */
const rivals = [
  'macintosh',
  'cp850',
  'cp852',
  'cp866',
  'windows-1251',
  'maccyrillic',
  'koi8-u',
  'windows-1250',
] as const;
/** Share of odd places among a text's letters beyond ASCII above which the rivals are tried. */
const maxOddShare = 0.02;
const maxLookCharacters = 16_000;

/** Baltic text has the same bytes as Western text: only its language tells. */
const balticLanguages: ReadonlySet<string> = new Set(['lt', 'lv', 'et']);
const western: ReadonlySet<string> = new Set(['windows-1252', 'iso-8859-1']);

/** @param sample what holds bytes over 127, see `decode-text.ts` */
export function likelyEncoding(sample: Uint8Array): string {
  const guess = statisticalEncoding(sample);
  const text = decodeAs(sample, guess);
  if (western.has(guess) && isBaltic(sample, text)) return 'windows-1257';
  const odd = oddShare(text);
  if (odd <= maxOddShare) return guess;
  const shares = rivals.map((name) => ({ name, share: oddShare(decodeAs(sample, name)) }));
  const best = shares.reduce((a, b) => (b.share < a.share ? b : a));
  return best.share < odd / 2 ? best.name : guess;
}

function statisticalEncoding(sample: Uint8Array): string {
  const guesses = analyse(sample)
    .map((match) => ({ name: knownName(match.name), confidence: match.confidence }))
    .filter((guess): guess is { name: string; confidence: number } => guess.name !== null && guess.name !== 'utf-8');
  for (const { name, confidence } of guesses) {
    if (confidence >= 10 && decodesCleanly(sample, name)) return westernName(name, sample);
  }
  return 'windows-1252';
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

/** Symbols inside words, capitals behind small letters, scripts mixed in a word: places where nobody writes so. */
const oddPlaces = [
  /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{Z}\0-\x7f’‘'\u00ad·–—…“”„»«、。]+(?=\p{L})/gu,
  /(?<=\p{Ll})(?:(?=[^\0-\x7f])\p{Lu}|[A-Z](?=[^\0-\x7f]))/gu,
  /(?<=[A-Za-z])[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}](?=[A-Za-z])/gu,
  /[\ufffd\u0080-\u009f\ue000-\uf8ff]/g,
  /[¤¢¦¬¨¯¸ªº¹‡†‰ˆ˜\u2550-\u256c]/g,
];

function oddShare(text: string): number {
  const look = text.slice(0, maxLookCharacters);
  const high = look.match(/[^\0-\x7f]/g)?.length ?? 0;
  if (high === 0) return 0;
  return oddPlaces.reduce((count, place) => count + (look.match(place)?.length ?? 0), 0) / high;
}

/** @param western the sample as Western text: where that reads as another language, it is no Baltic one */
function isBaltic(sample: Uint8Array, western: string): boolean {
  const text = decodeAs(sample, 'windows-1257');
  if (!/[ųšžėąūįčęēīņļģķ]/iu.test(text) || !balticLanguages.has(detectLanguage(text) ?? '')) return false;
  const other = detectLanguage(western);
  // Its letters look Icelandic, but stand where no Icelandic word has them.
  const isNoIcelandic = other === 'is' && /(?<=\p{Ll})þ|(?<!\p{L})ð/u.test(western);
  return other === null || isNoIcelandic || balticLanguages.has(other);
}
