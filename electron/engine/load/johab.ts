// Johab, Korean of the DOS time (KS X 1001, annex 3): its syllables are built by rule from three fields of five bits.
import iconv from 'iconv-lite';

const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const finals = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const firstVowel = 0x314f;
const firstSyllable = 0xac00;
/** Values of the vowel's field in order; its gaps are unused. */
const vowelFields = [3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29];
/** The value that says that a field is empty. */
const [noInitial, noVowel, noFinal] = [1, 2, 1] as const;

/** What is no Johab becomes a replacement mark. */
export function decodeJohab(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      parts.push(lead === 0x5c ? '\\' : String.fromCharCode(lead));
      continue;
    }
    const trail = bytes[at + 1] ?? 0;
    const letter = trail < 0x31 ? null : lead < 0xd8 ? hangul((lead << 8) | trail) : symbol(lead, trail);
    parts.push(letter ?? '\ufffd');
    if (trail >= 0x31) at++;
  }
  return parts.join('');
}

function hangul(code: number): string | null {
  const initial = (code >> 10) & 31;
  const vowel = (code >> 5) & 31;
  const final = code & 31;
  const vowelIndex = vowelFields.indexOf(vowel);
  const finalIndex = final === noFinal ? 0 : final > 18 ? final - 2 : final - 1;
  if (initial > 20 || final === 0 || final === 18 || final > 29) return null;
  if (initial !== noInitial && vowelIndex !== -1) {
    if (initial < 2) return null;
    return String.fromCharCode(firstSyllable + ((initial - 2) * 21 + vowelIndex) * 28 + finalIndex);
  }
  if (vowelIndex !== -1) return final === noFinal ? String.fromCharCode(firstVowel + vowelIndex) : null;
  if (vowel !== noVowel) return null;
  if (initial !== noInitial) return final === noFinal ? (initials[initial - 2] ?? null) : null;
  return finals[finalIndex - 1] ?? null;
}

/** Symbols and Chinese characters stand in the rows of KS X 1001, two rows for each lead byte. */
function symbol(lead: number, trail: number): string | null {
  const isSymbol = lead >= 0xd9 && lead <= 0xde;
  if (!isSymbol && (lead < 0xe0 || lead > 0xf9)) return null;
  if (trail > 0x7e && trail < 0x91) return null;
  const isSecondRow = trail >= 0xa1;
  const row = (isSymbol ? (lead - 0xd9) * 2 + 0xa1 : (lead - 0xe0) * 2 + 0xca) + (isSecondRow ? 1 : 0);
  const column = isSecondRow ? trail : trail <= 0x7e ? trail + 0x70 : trail + 0x5e;
  return iconv.decode(Buffer.from([row, column]), 'euc-kr');
}
