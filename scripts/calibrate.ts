// Fits the model's calibration: npx tsx scripts/calibrate.ts SETS [--cache DIR] [--keep]
// SETS is a folder of evaluation sets (docs/retrieval.md names them). Run `npm run build` first. It indexes them
// through the engine, asks every question with and without its answer in the library, fits, prints what was measured
// and writes calibration.json beside the model; with --keep it only prints. What was indexed and asked stays in the
// cache folder, so that a second run only fits.
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { modelFolder, openModelFolder } from '../electron/engine/embed/model-files.js';
import type { Calibration } from '../electron/engine/search/calibration.js';
import { featuresVersion } from '../electron/engine/search/features.js';
import { CaptureLibrary } from './calibrate/capture.js';
import { type Case, filteredCases, leaveOutCases, smallLibraryCases } from './calibrate/cases.js';
import { everydayCases } from './calibrate/everyday.js';
import { chooseThreshold, crossRead, figuresByName, fitAnswerable, fitRelevance } from './calibrate/fit.js';
import { QuestionVectors } from './calibrate/question-vectors.js';
import { type CalibrationSet, readSet } from './calibrate/sets.js';
import { writeModelFile } from './model-manifest.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cache: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const [setsFolder] = positionals;
if (setsFolder === undefined) throw new Error('Name the folder of the evaluation sets.');
const cache = resolve(values.cache ?? join(tmpdir(), 'acervo-calibration'));
mkdirSync(cache, { recursive: true });

const languages = ['es', 'en', 'de', 'ru', 'ar', 'zh'] as const;
const xquad = languages.map((language) => `xquad-${language}`);
const docs = ['fastapi-docs-en', 'fastapi-docs-es', 'fastapi-docs-de'];

interface LeaveOut {
  readonly corpus: string;
  readonly questions: string;
  /** Every how many questions are asked. */
  readonly every: number;
  readonly weight: number;
}

const leaveOuts: readonly LeaveOut[] = [
  ...xquad.map((set, i) => ({ corpus: set, questions: set, every: i < 2 ? 1 : 3, weight: 1 })),
  { corpus: 'xquad-en', questions: 'xquad-es', every: 2, weight: 0.7 },
  { corpus: 'xquad-es', questions: 'xquad-en', every: 4, weight: 0.5 },
  { corpus: 'xquad-en', questions: 'xquad-de', every: 4, weight: 0.5 },
  { corpus: 'xquad-en', questions: 'xquad-ar', every: 6, weight: 0.3 },
  { corpus: 'xquad-es', questions: 'xquad-ru', every: 6, weight: 0.3 },
  { corpus: 'xquad-es', questions: 'xquad-es-typo', every: 4, weight: 0.4 },
  { corpus: 'xquad-en', questions: 'xquad-en-typo', every: 4, weight: 0.4 },
  { corpus: 'xquad-es', questions: 'xquad-es-keys', every: 4, weight: 0.4 },
  // Many of these questions are headings such as “Recap”, which fit anywhere: they say little about answers.
  ...docs.map((set) => ({ corpus: set, questions: set, every: 4, weight: 0.1 })),
];
const inLargeLibrary: readonly LeaveOut[] = ['es', 'en', 'de'].map((language) => ({
  corpus: `xquad-${language}`,
  questions: `xquad-${language}`,
  every: 9,
  weight: 0.6,
}));
const filtered = [
  { size: 5, every: 6, weight: 0.3 },
  { size: 50, every: 6, weight: 0.3 },
];
const smallLibraries = [
  { size: 1, libraries: 120, questions: 3, weight: 0.8 },
  { size: 5, libraries: 120, questions: 3, weight: 1 },
  { size: 50, libraries: 12, questions: 24, weight: 0.8 },
];

const questionVectors = await QuestionVectors.open(cache);
const weights = new Map<string, number>();

/** Cases of one step, from the cache where they were taken before. */
async function casesOf(step: string, take: (emit: (one: Case) => void) => Promise<void>): Promise<readonly Case[]> {
  const file = join(cache, `${step.replace(/[^a-z0-9-]+/gi, '_')}.jsonl`);
  if (!existsSync(file)) {
    const stream = createWriteStream(`${file}.part`);
    await take((one) => stream.write(`${JSON.stringify(one)}\n`));
    stream.end();
    await finished(stream);
    renameSync(`${file}.part`, file);
    console.error(`${step}: taken`);
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Case);
}

async function withLibrary(name: string, use: (library: CaptureLibrary) => Promise<void>): Promise<void> {
  const library = await CaptureLibrary.open(join(cache, `library-${name}`), questionVectors);
  try {
    await use(library);
  } finally {
    await library.close();
  }
}

async function takeLeaveOuts(folder: string): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const { corpus, questions, every, weight } of leaveOuts) {
    const name = corpus === questions ? corpus : `${questions} > ${corpus}`;
    weights.set(name, weight);
    const taken = await casesOf(name, async (emit) => {
      const set = await readSet(folder, corpus, questions);
      await withLibrary(corpus, async (library) => {
        await library.fill(corpus, set.records);
        await library.readDocumentIds();
        await leaveOutCases(library, set, { name, every, noise: [] }, emit);
      });
    });
    cases.push(...taken);
  }
  return cases;
}

const noiseSets = [...docs, 'scifact'];
const noiseOfScifact = 1_000;

/** All languages and all subjects together: some 5,000 passages. */
async function takeLargeLibrary(folder: string): Promise<readonly Case[]> {
  const names = inLargeLibrary.map(({ corpus, weight }) => ({ corpus, name: `${corpus} in a large library`, weight }));
  for (const { name, weight } of names) weights.set(name, weight);
  return casesOf('large library', async (emit) => {
    const all: CalibrationSet[] = [];
    for (const set of [...xquad, ...noiseSets]) all.push(await readSet(folder, set, set));
    const records = all.flatMap((set) => (set.name === 'scifact' ? set.records.slice(0, noiseOfScifact) : set.records));
    await withLibrary('large', async (library) => {
      await library.fill('large', records);
      await library.readDocumentIds();
      for (const { corpus, name } of names) {
        const set = all.find((one) => one.name === corpus);
        const every = inLargeLibrary.find((one) => one.corpus === corpus)?.every ?? 1;
        if (set === undefined) continue;
        const own = new Set(set.records.map(({ id }) => id));
        const noise = records.filter(({ id }) => !own.has(id));
        await leaveOutCases(library, set, { name, every, noise }, emit);
      }
    });
  });
}

async function takeSmallLibraries(folder: string): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const { size, libraries, questions, weight } of smallLibraries) {
    const name = size === 1 ? '1 passage' : `${size} passages`;
    for (const kind of ['own', 'foreign', 'near']) weights.set(`${name} ${kind}`, weight * (kind === 'near' ? 0.4 : 1));
    const taken = await casesOf(name, async (emit) => {
      const sets = await Promise.all(xquad.map((set) => readSet(folder, set, set)));
      await withLibrary('small', (library) =>
        smallLibraryCases(library, sets, { name, size, libraries, questions }, emit),
      );
    });
    cases.push(...taken);
  }
  return cases;
}

const filteredCorpora = ['xquad-es', 'xquad-en'];

async function takeFiltered(folder: string): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const corpus of filteredCorpora) {
    for (const { size, every, weight } of filtered) {
      const name = `${corpus} filtered to ${size}`;
      weights.set(name, weight);
      const taken = await casesOf(name, async (emit) => {
        const set = await readSet(folder, corpus, corpus);
        await withLibrary(corpus, async (library) => {
          await library.fill(corpus, set.records);
          await library.readDocumentIds();
          await filteredCases(library, set, { name, size, every }, emit);
        });
      });
      cases.push(...taken);
    }
  }
  return cases;
}

/** Foreign questions for the everyday documents come from these. */
const encyclopaediaSets = ['xquad-es', 'xquad-en', 'xquad-de'];

async function takeEveryday(folder: string): Promise<readonly Case[]> {
  for (const [kind, weight] of Object.entries({ own: 1.5, foreign: 1, near: 0.4 })) {
    weights.set(`everyday ${kind}`, weight);
  }
  return casesOf('everyday', async (emit) => {
    const sets = await Promise.all(encyclopaediaSets.map((set) => readSet(folder, set, set)));
    const questions = sets.flatMap((set) => set.questions);
    await withLibrary('everyday', (library) => everydayCases(library, join(cache, 'everyday-files'), questions, emit));
  });
}

const cases = [
  ...(await takeEveryday(setsFolder)),
  ...(await takeLeaveOuts(setsFolder)),
  ...(await takeFiltered(setsFolder)),
  ...(await takeSmallLibraries(setsFolder)),
  ...(await takeLargeLibrary(setsFolder)),
];
await questionVectors.close();
const weightOf = (name: string): number => weights.get(name) ?? 0;
const outcomes = crossRead(cases, weightOf);
const threshold = Math.round(chooseThreshold(outcomes, weightOf) * 1_000) / 1_000;
const figures = figuresByName(outcomes, threshold);
console.log(`threshold ${threshold}`);
console.table(figures);

if (!values.keep) {
  const folder = modelFolder();
  const calibration: Calibration = {
    model: openModelFolder(folder).identity.id,
    featuresVersion,
    threshold,
    answerable: fitAnswerable(cases, weightOf),
    relevance: fitRelevance(cases, weightOf),
    fittedOn: [...weights.keys()],
    figures,
  };
  const content = `${JSON.stringify(calibration, null, 2)}\n`;
  await writeModelFile(folder, { role: 'calibration', path: 'calibration.json', content });
}
