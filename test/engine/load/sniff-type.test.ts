// Packages of programs look like archives, and are none to look into.
import { expect, test } from 'vitest';
import { sniffType } from '../../../electron/engine/load/sniff-type.js';
import { makeZip } from '../../helpers/make-zip.js';

test.each([
  ['xps', null],
  ['oxps', null],
  ['wird', null],
  ['zip', 'zip'],
])('takes a package of typed parts named .%s for %s', (extension, type) => {
  expect(sniffType(makeZip({ '[Content_Types].xml': '<Types/>', 'Pages/1.fpage': 'x' }), extension)).toBe(type);
});
