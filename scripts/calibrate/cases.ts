// The searches that the calibration learns from: libraries of every size, questions with and without an answer in them.
import { seededRandom } from '../../electron/engine/evaluate/metrics.js';
import type { Evidence } from '../../electron/engine/search/evidence.js';
import type { Captured, CaptureLibrary } from './capture.js';
import type { CalibrationQuestion, CalibrationRecord, CalibrationSet } from './sets.js';

/** One search, and whether its library held the answer. */
export interface Case {
  /** Kind of library and question: cases of one name weigh the same together. */
  readonly name: string;
  readonly half: 0 | 1;
  readonly hasAnswer: boolean;
  readonly evidence: Evidence;
  /** For each hit of the evidence: it answers the question. */
  readonly isRight: readonly boolean[];
}

type Emit = (one: Case) => void;
const leaveOutEvery = 5;

function caseOf(
  name: string,
  question: CalibrationQuestion,
  captured: Captured | null,
  records: ReadonlyMap<string, CalibrationRecord>,
  hasAnswer: boolean,
): readonly Case[] {
  if (captured === null) return [];
  const isRight = captured.hitRecords.map((id) => question.answers.has(records.get(id)?.group ?? ''));
  return [{ name, half: question.half, hasAnswer, evidence: captured.evidence, isRight }];
}

/**
 * Each question twice: with the fifth of the documents left out that its answer is in, and with another fifth.
 * Near neighbours of the answer stay. The filter that leaves documents out makes these searches filtered ones too.
 * @param noise records that are in the library besides the set's own
 */
export async function leaveOutCases(
  library: CaptureLibrary,
  set: CalibrationSet,
  options: { readonly name: string; readonly every: number; readonly noise: readonly CalibrationRecord[] },
  emit: Emit,
): Promise<void> {
  const all = [...set.records, ...options.noise];
  const byId = new Map(all.map((record) => [record.id, record]));
  const fifthOf = new Map(set.records.map((record, i) => [record.group, i % leaveOutEvery]));
  for (const question of set.questions.filter((_, i) => i % options.every === 0)) {
    const own = new Set([...question.answers].map((group) => fifthOf.get(group)));
    const other = [1, 2, 3, 4].map((n) => ((fifthOf.get([...question.answers][0] ?? '') ?? 0) + n) % leaveOutEvery);
    const withoutAnswer = all.filter(
      ({ group }) => !question.answers.has(group) && !own.has(fifthOf.get(group) ?? leaveOutEvery),
    );
    const kept = other.find((fifth) => !own.has(fifth));
    const withAnswer = all.filter(({ group }) => question.answers.has(group) || fifthOf.get(group) !== kept);
    for (const [records, hasAnswer] of [
      [withoutAnswer, false],
      [withAnswer, true],
    ] as const) {
      const captured = await library.ask(
        question.text,
        records.map(({ id }) => id),
      );
      for (const one of caseOf(options.name, question, captured, byId, hasAnswer)) emit(one);
    }
  }
}

/** Each question twice under a filter that leaves a few passages of a whole library: with its answer, and without. */
export async function filteredCases(
  library: CaptureLibrary,
  set: CalibrationSet,
  options: { readonly name: string; readonly size: number; readonly every: number },
  emit: Emit,
): Promise<void> {
  const random = seededRandom(options.size);
  const byId = new Map(set.records.map((record) => [record.id, record]));
  for (const question of set.questions.filter((_, i) => i % options.every === 0)) {
    const right = set.records.filter(({ group }) => question.answers.has(group));
    const others = shuffled(
      set.records.filter(({ group }) => !question.answers.has(group)),
      random,
    ).slice(0, options.size);
    for (const [records, hasAnswer] of [
      [others, false],
      [[...others.slice(right.length), ...right], true],
    ] as const) {
      const captured = await library.ask(
        question.text,
        records.map(({ id }) => id),
      );
      for (const one of caseOf(options.name, question, captured, byId, hasAnswer)) emit(one);
    }
  }
}

export interface SmallLibraries {
  readonly name: string;
  /** Passages in each. */
  readonly size: number;
  readonly libraries: number;
  /** Asked of each, of every kind. */
  readonly questions: number;
}

/**
 * Small libraries, each filled anew: of one subject, of many in one language, or of many in several. Asked are
 * questions that it answers (in its language and in others), questions on its subjects that it does not, and
 * questions that have nothing to do with it.
 * @param sets with the same passages in several languages, or one
 */
export async function smallLibraryCases(
  library: CaptureLibrary,
  sets: readonly CalibrationSet[],
  options: SmallLibraries,
  emit: Emit,
): Promise<void> {
  const random = seededRandom(options.size * 7 + 1);
  for (let n = 0; n < options.libraries; n++) {
    const half = n % 2 === 0 ? 0 : 1;
    const main = pick(sets, random);
    if (main === undefined) return;
    const records = chooseRecords(sets, main, { shape: n % 3, half, size: options.size }, random);
    await library.fill('small', records);
    const byId = new Map(records.map((record) => [record.id, record]));
    const groups = new Set(records.map(({ group }) => group));
    const subjects = new Set(records.map(({ subject }) => subject));
    const hasAnswer = ({ answers }: CalibrationQuestion): boolean => [...answers].some((group) => groups.has(group));
    const isNear = ({ subject }: CalibrationQuestion): boolean => subjects.has(subject);
    const kinds = {
      own: hasAnswer,
      foreign: (question: CalibrationQuestion) => !hasAnswer(question) && !isNear(question),
      near: (question: CalibrationQuestion) => !hasAnswer(question) && isNear(question),
    };
    for (let q = 0; q < options.questions; q++) {
      const asked = (random() < ownLanguageShare ? main : pick(sets, random))?.questions ?? [];
      for (const [kind, isOfKind] of Object.entries(kinds)) {
        const question = pick(
          asked.filter((one) => one.half === half && isOfKind(one)),
          random,
        );
        if (question === undefined) continue;
        const captured = await library.ask(question.text);
        for (const one of caseOf(`${options.name} ${kind}`, question, captured, byId, kind === 'own')) emit(one);
      }
    }
  }
}

const ownLanguageShare = 0.6;

function chooseRecords(
  sets: readonly CalibrationSet[],
  main: CalibrationSet,
  { shape, half, size }: { readonly shape: number; readonly half: 0 | 1; readonly size: number },
  random: () => number,
): readonly CalibrationRecord[] {
  const ofHalf = (set: CalibrationSet): readonly CalibrationRecord[] =>
    set.records.filter((record) => record.half === half);
  // One more than wanted of one subject, so that a question on it is left without an answer.
  if (shape === 0) return bySubject(ofHalf(main), size + 1, random).slice(0, size);
  const chosen = shape === 1 ? ofHalf(main) : sets.flatMap(ofHalf);
  return distinctGroups(shuffled(chosen, random)).slice(0, size);
}

export function pick<T>(from: readonly T[], random: () => number): T | undefined {
  return from[Math.floor(random() * from.length)];
}

function bySubject(
  records: readonly CalibrationRecord[],
  count: number,
  random: () => number,
): readonly CalibrationRecord[] {
  const subjects = shuffled([...new Set(records.map(({ subject }) => subject))], random);
  const chosen = subjects.flatMap((subject) => records.filter((record) => record.subject === subject));
  return shuffled(chosen.slice(0, count), random);
}

/** A passage and its translation are not both in a small library: leaving one out would not leave the answer out. */
function distinctGroups(records: readonly CalibrationRecord[]): readonly CalibrationRecord[] {
  const seen = new Set<string>();
  return records.filter(({ group }) => !seen.has(group) && seen.add(group));
}

export function shuffled<T>(values: readonly T[], random: () => number): readonly T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
