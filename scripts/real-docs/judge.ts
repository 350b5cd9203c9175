// Is what came out of a file what its row wants? Pure: the row's words and the outcome in, a verdict out.
import type { ExpectedRow, Phrases } from './tables.js';

export type Outcome =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly encoding: string | null;
      /** The reason why the document gave less than it holds. */
      readonly note: string | null;
    }
  /** `isStopped`: the parse process was killed, or died, over it. */
  | { readonly kind: 'reason'; readonly reason: string; readonly isStopped: boolean };

export interface Verdict {
  readonly isRight: boolean;
  readonly why: string;
}

const right = (why: string): Verdict => ({ isRight: true, why });
const wrong = (why: string): Verdict => ({ isRight: false, why });

/** What a sentence of the table lets come instead of text; `text` among them where text is right too. */
const reasonsOf: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^say «password protected», or the page text/u, ['password-protected', 'text']],
  [/^say «password protected»/u, ['password-protected']],
  [/^say «damaged», or|^say «damaged» or salvage/u, ['damaged', 'empty', 'needs-recognition', 'text']],
  [/^say «damaged»/u, ['damaged']],
  [/^say «no text, needs OCR»/u, ['needs-recognition']],
  [/^as poppler: none; say so/u, ['needs-recognition', 'empty']],
  [/^no text of its own/u, ['empty', 'needs-recognition', 'text']],
  [/^counts as empty/u, ['empty']],
  [/^by content, or say why not/u, ['unsupported', 'damaged', 'empty', 'text']],
  [/^text of the fields or say what is missing/u, ['needs-recognition', 'text']],
  [/^bounded time and memory/u, ['damaged', 'empty', 'needs-recognition', 'unsupported', 'too-large', 'text']],
];

/** Rows that say nothing of their words: one look at the text cannot prove them without a phrase. */
const needsNoPhrase = /^bounded|^say |^no text|^as poppler|^about the letters|^encoding=|^counts as empty|^text$/u;

/** Lines as they run on, and cells without the bars between them. */
function squeezed(text: string): string {
  return text.normalize('NFC').replaceAll(' | ', ' ').replace(/\s+/gu, ' ');
}

function timesIn(text: string, phrase: string): number {
  return text.split(squeezed(phrase)).length - 1;
}

function judgePhrases(text: string, phrases: Phrases): Verdict | null {
  const plain = squeezed(text);
  const missing = phrases.mustHold.find((phrase) => timesIn(plain, phrase) === 0);
  if (missing !== undefined) return wrong(`“${missing}” is not in the text`);
  const unwanted = phrases.mustNotHold.find((phrase) => timesIn(plain, phrase) > 0);
  if (unwanted !== undefined) return wrong(`“${unwanted}” is in the text`);
  const doubled = phrases.atMostOnce.find((phrase) => timesIn(plain, phrase) > 1);
  return doubled === undefined ? null : wrong(`“${doubled}” is in the text more than once`);
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Two readers count alike to a tenth; a few letters more or less are a page number or a label. */
function judgeLetters(text: string, wanted: number): Verdict | null {
  const seen = lettersIn(text);
  const slack = Math.max(12, wanted * 0.12);
  return Math.abs(seen - wanted) <= slack ? null : wrong(`${seen} letters where about ${wanted} are wanted`);
}

/** Two names of the same encoding, or one whose letters hold the other's. */
const encodingAliases: Readonly<Record<string, readonly string[]>> = {
  'iso-8859-1': ['windows-1252'],
  'iso-8859-2': ['windows-1250'],
  'iso-8859-7': ['windows-1253'],
  shift_jis: ['cp932', 'windows-31j'],
  'euc-kr': ['cp949', 'uhc'],
};

function judgeEncoding(seen: string | null, cell: string): Verdict | null {
  // Some cells name the language after the encoding.
  const wanted = /^(iso-8859-\d+|windows-\d+|[^-]+-?[^-]*)/iu.exec(cell)?.[1]?.toLowerCase() ?? cell;
  const name = seen?.toLowerCase() ?? 'none';
  const isSame = name === wanted || (encodingAliases[wanted] ?? []).includes(name);
  return isSame ? null : wrong(`read as ${name}, not as ${wanted}`);
}

function judgeText(must: string, outcome: Outcome & { readonly kind: 'text' }, phrases: Phrases | undefined): Verdict {
  const { text, encoding } = outcome;
  if (text.trim() === '') return wrong('an empty text that passes for one');
  const letters = /letters that poppler gets \((\d+)\)/u.exec(must)?.[1];
  const declared = /^encoding=(\S+)/u.exec(must)?.[1];
  // Somebody looked, and says that the text is right as it is.
  const wasLookedAt = phrases?.reasons.includes('text') ?? false;
  const faults = [
    phrases === undefined ? null : judgePhrases(text, phrases),
    letters === undefined || wasLookedAt ? null : judgeLetters(text, Number(letters)),
    declared === undefined ? null : judgeEncoding(encoding, declared),
    must.includes('«fi» found as f+i') && /[\uFB00-\uFB06]/u.test(text) ? wrong('ligatures stand in the text') : null,
  ];
  const fault = faults.find((one) => one !== null);
  if (fault) return fault;
  const isProved =
    needsNoPhrase.test(must) || (phrases !== undefined && phrases.mustHold.length + phrases.mustNotHold.length > 0);
  return isProved ? right(`${text.length} characters`) : wrong('no phrase says what its text must hold');
}

/** @param phrases what a reader sees in the file, where somebody looked */
export function judge({ must }: ExpectedRow, outcome: Outcome, phrases: Phrases | undefined): Verdict {
  if (outcome.kind === 'reason' && outcome.reason === 'damaged' && outcome.isStopped) {
    return wrong('the parse process crashed over it');
  }
  const fromMust = reasonsOf.find(([sentence]) => sentence.test(must))?.[1] ?? ['text'];
  const allowed = phrases !== undefined && phrases.reasons.length > 0 ? phrases.reasons : fromMust;
  const seen = outcome.kind === 'text' ? 'text' : outcome.reason;
  if (outcome.kind === 'text' && allowed.includes('text')) return judgeText(must, outcome, phrases);
  // Part of a document is no success where the row wants its lack told, unless the lack is told with it.
  if (outcome.kind === 'text' && outcome.note !== null && allowed.includes(outcome.note)) return right(outcome.note);
  return allowed.includes(seen) ? right(seen) : wrong(`${seen}, where ${allowed.join(' or ')} is wanted`);
}
