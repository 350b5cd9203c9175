// Judges passages instead of documents: does a passage that was found hold the words of the gold answer?
import { judgeRanking, type QuestionFigures } from './metrics.js';
import type { GoldAnswer, SetRecord } from './read-set.js';

/** A gold answer in UTF-16 offsets of its document's text, as passages count. */
export interface GoldPlace {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

/** A passage that was found. */
export interface FoundPassage {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Turns answers that count code points into places that count UTF-16 units.
 * An answer whose text does not stand where it says is left out: it cannot be judged.
 * @returns question id to its places; questions without any are not in it
 */
export async function goldPlaces(
  answers: ReadonlyMap<string, readonly GoldAnswer[]>,
  records: AsyncIterable<SetRecord>,
): Promise<ReadonlyMap<string, readonly GoldPlace[]>> {
  const byDocument = new Map<string, { readonly questionId: string; readonly answer: GoldAnswer }[]>();
  for (const [questionId, ofQuestion] of answers) {
    for (const answer of ofQuestion) {
      const ofDocument = byDocument.get(answer.documentId) ?? [];
      ofDocument.push({ questionId, answer });
      byDocument.set(answer.documentId, ofDocument);
    }
  }
  const places = new Map<string, GoldPlace[]>();
  for await (const record of records) {
    for (const { questionId, answer } of byDocument.get(record.id) ?? []) {
      const start = utf16Offset(record.text, answer.start);
      if (!record.text.startsWith(answer.text, start)) continue;
      const ofQuestion = places.get(questionId) ?? [];
      ofQuestion.push({ documentId: record.id, start, end: start + answer.text.length });
      places.set(questionId, ofQuestion);
    }
  }
  return places;
}

/** The UTF-16 offset of the code point at `codePoints`. */
export function utf16Offset(text: string, codePoints: number): number {
  let offset = 0;
  for (let i = 0; i < codePoints && offset < text.length; i++)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}

/**
 * Figures of a list of passages, best first. Recall counts a question as found when any of its gold answers
 * lies wholly inside one of the first passages.
 */
export function judgePassages(passages: readonly FoundPassage[], places: readonly GoldPlace[]): QuestionFigures {
  const holdsGold = (passage: FoundPassage): boolean =>
    places.some(
      (place) => place.documentId === passage.documentId && passage.start <= place.start && place.end <= passage.end,
    );
  // One relevant thing to find, at the first passage that holds an answer: later ones with it add nothing.
  const found = passages.findIndex(holdsGold);
  return judgeRanking(
    passages.map((_, index) => (index === found ? 'gold' : String(index))),
    new Map([['gold', 1]]),
  );
}
