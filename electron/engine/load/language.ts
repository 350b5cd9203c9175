// Which language a text is in, told from a few samples of it.
import { eld } from 'eld/extrasmall';

/** The detector itself reads no further than about 350 bytes of what it is given. */
const sampleCharacters = 340;
const maxSamples = 8;
const minLetters = 40;
/** Shares of the samples that must agree, so that a text half in one and half in another language stays without one. */
const minAgreement = 0.6;

const denseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * The text's language as ISO 639-1, or null where the text is too short or the guess is doubtful.
 * Looks at up to eight samples, taken evenly from the whole text.
 */
export function detectLanguage(text: string): string | null {
  const votes = new Map<string, number>();
  let samples = 0;
  for (const sample of takeSamples(text)) {
    const letters = sample.match(/\p{L}/gu)?.length ?? 0;
    if (letters < (denseScript.test(sample) ? minLetters / 4 : minLetters)) continue;
    samples += 1;
    const guess = eld.detect(sample);
    if (guess.isReliable()) votes.set(guess.language, (votes.get(guess.language) ?? 0) + 1);
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] >= samples * minAgreement ? best[0] : null;
}

/** A short text whole; else pieces that start and end at white space, so that no half words mislead the guess. */
function takeSamples(text: string): string[] {
  const count = Math.min(maxSamples, Math.ceil(text.length / (2 * sampleCharacters)));
  if (count <= 1) return [cleaned(text)];
  // Twice as much is taken as is looked at: links and symbols fall away.
  const taken = 2 * sampleCharacters;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor(((text.length - taken) * index) / (count - 1));
    return cleaned(text.slice(from, from + taken).replace(/^\S{1,40}(?=\s)|(?<=\s)\S{1,40}$/g, ''));
  });
}

/** Links and code-like words are left out; so are symbols and digits, which say nothing of a language. */
function cleaned(text: string): string {
  return text
    .replace(/\S*(?:https?:|www\.|[@_\\=<>{}])\S*/g, ' ')
    .replace(/[\xad\u2060]/g, '')
    .replace(/[^\p{L}\p{M}\p{Join_Control}'’-]+/gu, ' ');
}
