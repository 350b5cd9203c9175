// docs/errors.md explains each code of shared/errors.ts, and no code that does not exist.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentReasons, engineErrorCodes } from '../../shared/errors.js';

/** First cells of the table under `heading`, without their back ticks; a row with an empty cell is left out. */
function codesUnder(heading: string): string[] {
  const section = readFileSync('docs/errors.md', 'utf8').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([a-z-]+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, code = '']) => code);
}

it('explains every reason that a document can have', () => {
  expect(codesUnder('Reasons of a document')).toEqual([...documentReasons]);
});

it('explains every other error code', () => {
  expect(codesUnder('Everything else')).toEqual([...engineErrorCodes]);
});
