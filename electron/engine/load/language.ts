// Which language a text is in, told from a few samples of it.
import { detectAll } from 'tinyld';

const maxSampleCharacters = 4_000;
const samplePlaces = 4;
const minLetters = 40;
/** Below this accuracy, or when the second guess is this close to the first, the text stays without a language. */
const minAccuracy = 0.1;
const minLead = 1.2;

/**
 * The text's language as ISO 639-1, or null where the text is too short or the guess is doubtful.
 * Looks at up to 4,000 characters, taken from four places.
 */
export function detectLanguage(text: string): string | null {
  const sample = takeSample(text);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const hasDenseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    sample,
  );
  if (letters < (hasDenseScript ? minLetters / 4 : minLetters)) return null;
  const [first, second] = detectAll(sample);
  if (first === undefined || first.lang.length !== 2 || first.accuracy < minAccuracy) return null;
  if (second !== undefined && first.accuracy < second.accuracy * minLead) return null;
  return first.lang;
}

/**
 * Samples start and end at white space, so that no half words mislead the guess; links and code-like words are left out.
 * So are symbols: the guess takes the bar between two cells for the full stop of Hindi, and a raised dot for Greek.
 */
function takeSample(text: string): string {
  if (text.length <= maxSampleCharacters) return cleaned(text);
  const length = maxSampleCharacters / samplePlaces;
  const parts: string[] = [];
  for (let place = 0; place < samplePlaces; place++) {
    const from = Math.floor(((text.length - length) * place) / (samplePlaces - 1));
    parts.push(text.slice(from, from + length).replace(/^\S{1,40}(?=\s)|(?<=\s)\S{1,40}$/g, ''));
  }
  return cleaned(parts.join(' '));
}

function cleaned(text: string): string {
  return text
    .replace(/\S*(?:https?:|www\.|[@_\\=<>{}])\S*/g, ' ')
    .replace(/[\xad\u2060]/g, '')
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Join_Control}'’.,;:!?¡¿()"-]+/gu, ' ');
}
