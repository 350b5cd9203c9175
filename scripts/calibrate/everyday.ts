// Short documents of sections as people keep them, and what they ask of them in everyday words that the text hardly has.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { seededRandom } from '../../electron/engine/evaluate/metrics.js';
import type { CaptureLibrary } from './capture.js';
import { type Case, pick, shuffled } from './cases.js';
import type { CalibrationQuestion } from './sets.js';

const documentSchema = z.object({
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  answered: z.array(z.object({ question: z.string(), heading: z.string() })),
  /** On the subject, and not answered. */
  near: z.array(z.string()),
});

interface EverydayDocument extends z.infer<typeof documentSchema> {
  readonly file: string;
  readonly half: 0 | 1;
}

function readDocuments(): readonly EverydayDocument[] {
  const folder = join(import.meta.dirname, 'everyday');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file, i) => ({
    ...documentSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    file: file.replace('.json', '.md'),
    half: i % 2 === 0 ? 0 : 1,
  }));
}

function markdown({ title, sections }: EverydayDocument): string {
  return `# ${title}\n\n${sections.map(({ heading, text }) => `## ${heading}\n\n${text}\n`).join('\n')}`;
}

/** Every document alone, some three together, and each half of all. */
function libraries(documents: readonly EverydayDocument[], random: () => number): readonly EverydayDocument[][] {
  const halves = [0, 1].map((half) => documents.filter((document) => document.half === half));
  const threes = halves.flatMap((half) => Array.from({ length: 4 }, () => shuffled(half, random).slice(0, 3)));
  return [...documents.map((document) => [document]), ...threes, ...halves];
}

const foreignAsked = 8;

/**
 * Cases named `everyday own`, `everyday near` and `everyday foreign`; foreign are questions of an encyclopaedia and
 * those of other everyday documents.
 * @param filesFolder for the documents while they are indexed
 */
export async function everydayCases(
  library: CaptureLibrary,
  filesFolder: string,
  encyclopaedia: readonly CalibrationQuestion[],
  emit: (one: Case) => void,
): Promise<void> {
  const random = seededRandom(11);
  const documents = readDocuments();
  for (const held of libraries(documents, random)) {
    const half = held[0]?.half ?? 0;
    rmSync(filesFolder, { recursive: true, force: true });
    mkdirSync(filesFolder, { recursive: true });
    for (const document of held) writeFileSync(join(filesFolder, document.file), markdown(document));
    await library.fillFiles(filesFolder);

    const ask = async ({ kind, question, rightText }: Asked): Promise<void> => {
      const captured = await library.ask(question);
      if (captured === null) return;
      const isRight = captured.hitTexts.map((text) => rightText !== null && text.includes(rightText));
      emit({ name: `everyday ${kind}`, half, hasAnswer: kind === 'own', evidence: captured.evidence, isRight });
    };
    for (const one of held.flatMap(questionsOf)) await ask(one);
    const others = documents.filter((document) => document.half === half && !held.includes(document));
    const ofHalf = encyclopaedia.filter((question) => question.half === half);
    for (let i = 0; i < foreignAsked; i++) {
      const other = pick(pick(others, random)?.answered ?? [], random)?.question;
      for (const question of [pick(ofHalf, random)?.text, other]) {
        if (question !== undefined) await ask({ kind: 'foreign', question, rightText: null });
      }
    }
  }
}

interface Asked {
  readonly kind: 'own' | 'near' | 'foreign';
  readonly question: string;
  /** The beginning of the section that answers it. */
  readonly rightText: string | null;
}

function questionsOf({ sections, answered, near }: EverydayDocument): readonly Asked[] {
  const own = answered.map(({ question, heading }): Asked => {
    const section = sections.find((one) => one.heading === heading);
    if (section === undefined) throw new Error(`No section is called ${heading}.`);
    return { kind: 'own', question, rightText: section.text.slice(0, section.text.indexOf('.')) };
  });
  return [...own, ...near.map((question): Asked => ({ kind: 'near', question, rightText: null }))];
}
