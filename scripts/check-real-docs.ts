// `npm run check:real-docs -- FOLDER [--kind KIND] [--all] [--measure]`: reads real documents through the parse process and says, kind
// by kind, which come out as FOLDER/expected.tsv wants them. FOLDER is any collection of real files with such a table
// (category, file, size, must); scripts/real-docs/phrases.tsv adds what a reader sees in them.
// --measure reads them once more, two at a time, and says how quickly and in how much memory.
// --all lists the rows that are right too. Ends with 1 while a row is wrong that is not named in docs/formats.md.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { forkParser } from '../electron/engine/load/fork-parser.js';
import { Parser, ParserStoppedError } from '../electron/engine/load/parser.js';
import { AppError } from '../shared/errors.js';
import { buildStale } from './build.mjs';
import { judge, type Outcome, type Verdict } from './real-docs/judge.js';
import { measure, sayFigures } from './real-docs/measure.js';
import { type ExpectedRow, readExpected, readPhrases } from './real-docs/tables.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    all: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
  },
});
const folder = positionals[0];
if (folder === undefined || !existsSync(join(folder, 'expected.tsv'))) {
  console.error('Name a folder of real documents with an expected.tsv: npm run check:real-docs -- FOLDER');
  process.exit(2);
}

const phrases = readPhrases(readFileSync(join(import.meta.dirname, 'real-docs', 'phrases.tsv'), 'utf8'));
const knownWrong = readFileSync(join(import.meta.dirname, '..', 'docs', 'formats.md'), 'utf8');
const rows = readExpected(readFileSync(join(folder, 'expected.tsv'), 'utf8')).filter(
  ({ category }) => values.kind === undefined || category.startsWith(values.kind),
);

/** What a loader made of the file, as a person would be told it. */
async function read(parser: Parser, file: string): Promise<Outcome> {
  try {
    const { document } = await parser.load({ path: resolve(file) });
    return {
      kind: 'text',
      text: Buffer.concat(document.text).toString('utf8'),
      encoding: document.encoding,
      note: document.note?.reason ?? null,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'reason', reason: error.code, isStopped: error instanceof ParserStoppedError };
  }
}

interface Tally {
  right: number;
  readonly wrong: string[];
}

function line({ file }: ExpectedRow, { isRight, why }: Verdict): string {
  const isNamed = knownWrong.includes(file);
  return `  ${isRight ? 'right' : isNamed ? 'wrong (named in docs/formats.md)' : 'WRONG'}  ${file}: ${why}`;
}

await buildStale(['engine']);
const parser = new Parser({ start: forkParser });
const tallies = new Map<string, Tally>();
let unnamed = 0;
try {
  for (const row of rows) {
    const tally = tallies.get(row.category) ?? { right: 0, wrong: [] };
    tallies.set(row.category, tally);
    const verdict = judge(row, await read(parser, join(folder, row.file)), phrases.get(row.file));
    if (verdict.isRight) tally.right += 1;
    else {
      tally.wrong.push(row.file);
      if (!knownWrong.includes(row.file)) unnamed += 1;
    }
    if (values.all || !verdict.isRight) console.log(`${row.category}\n${line(row, verdict)}`);
  }
} finally {
  parser.close();
}
console.log();
for (const [category, { right, wrong }] of [...tallies].sort(([a], [b]) => a.localeCompare(b))) {
  console.log(`${String(right).padStart(4)} right ${String(wrong.length).padStart(3)} wrong  ${category}`);
}
const right = [...tallies.values()].reduce((sum, tally) => sum + tally.right, 0);
console.log(
  `${String(right).padStart(4)} of ${rows.length} right; ${unnamed} wrong rows have no reason in docs/formats.md`,
);
if (values.measure) {
  const files = [...new Set(rows.map(({ file }) => resolve(folder, file)))];
  for (const line of sayFigures(await measure(files))) console.log(line);
}
process.exitCode = unnamed === 0 ? 0 : 1;
