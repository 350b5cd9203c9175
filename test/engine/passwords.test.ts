// Passwords through the engine's door: tried on what asks for one, kept in memory alone, asked for again after a start.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../electron/engine/library.js';
import { lockAgile } from '../helpers/lock-office.js';
import { contain } from '../helpers/make-doc.js';
import { makeDocx, paragraph } from '../helpers/make-office.js';
import { linesAt, makePdf } from '../helpers/make-pdf.js';
import { makeArchive } from '../helpers/make-zip.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

const first = 'jilguero-temprano-41';
const second = 'abubilla-tardía-77';

function locked(words: string, password: string, cipher: 'rc4' | 'aes'): Uint8Array {
  return makePdf([{ texts: linesAt(72, 100, [words]) }], { password, cipher });
}

async function open(folder: string): Promise<Library> {
  const library = await openTestLibrary({ folder });
  onTestFinished(() => library.close());
  return library;
}

async function found(library: Library, query: string): Promise<readonly string[]> {
  const { hits } = await library.search({ query, mode: 'words' });
  return hits.map(({ path }) => path.split('/').at(-1) ?? '');
}

it('tries a password on everything that asks for one, keeps it for what comes later, and forgets it when closed', async () => {
  const [root, folder] = [temporaryFolder(), temporaryFolder()];
  writeFiles(root, {
    'nomina.pdf': locked('La nómina del molinero se paga en grano.', first, 'rc4'),
    'testamento.pdf': locked('El testamento reparte las colmenas entre dos hermanas.', first, 'aes'),
    'diario.pdf': locked('El diario del faro cuenta las tormentas.', second, 'rc4'),
    'abierto.pdf': makePdf([{ texts: linesAt(72, 100, ['El horario del mercado está abierto a todos.']) }]),
  });
  const library = await open(folder);
  const report = await library.index({ paths: [root], wordsOnly: true });
  expect(report.problems.map(({ reason }) => reason)).toEqual(Array(3).fill('password-protected'));

  expect(await library.unlock({ password: 'nada' })).toEqual({
    opened: 0,
    locked: 3,
    otherKinds: 0,
    opensDocument: null,
  });
  expect(await library.unlock({ password: first })).toMatchObject({ opened: 2, locked: 1 });
  await library.check(null);
  expect(await found(library, 'colmenas')).toEqual(['testamento.pdf']);
  expect(await found(library, 'molinero')).toEqual(['nomina.pdf']);
  expect(await found(library, 'tormentas')).toEqual([]);
  const will = await library.documentAtPath(join(root, 'testamento.pdf'));
  expect(will).toMatchObject({ state: 'ready', reason: null, pages: 1 });
  expect(await library.passwordOf(will.documentId)).toBe(first);
  expect(await library.passwordOf((await library.documentAtPath(join(root, 'abierto.pdf'))).documentId)).toBeNull();

  writeFiles(root, { 'carta.pdf': locked('La carta habla de la cosecha de almendras.', first, 'aes') });
  await library.check(null);
  expect(await found(library, 'almendras')).toEqual(['carta.pdf']);
  await library.close();

  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    expect(readFileSync(join(name.parentPath, name.name)).includes(first), name.name).toBe(false);
  }
  const again = await open(folder);
  expect(await found(again, 'colmenas')).toEqual(['testamento.pdf']);
  expect(await again.passwordOf(will.documentId)).toBeNull();
  expect(await again.unlock({ password: 'nada', documentId: will.documentId })).toMatchObject({ opensDocument: false });
  expect(await again.unlock({ password: first, documentId: will.documentId })).toEqual({
    opened: 0,
    locked: 1,
    otherKinds: 0,
    opensDocument: true,
  });
  expect(await again.passwordOf(will.documentId)).toBe(first);
});

it('takes passwords with a run, for what is new and for what was left out before', async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'viejo.pdf': locked('El pozo viejo da agua salobre.', first, 'rc4') });
  const library = await open(temporaryFolder());
  await library.index({ paths: [root], wordsOnly: true });
  writeFiles(root, {
    'nuevo.pdf': locked('El pozo nuevo da agua dulce.', second, 'rc4'),
    'acta.docx': lockAgile(makeDocx(paragraph('El pozo se midió ayer.')), second),
  });
  const report = await library.index({ paths: [root], wordsOnly: true, passwords: [first, second] });
  expect(report.problems).toEqual([]);
  expect((await found(library, 'pozo')).toSorted()).toEqual(['acta.docx', 'nuevo.pdf', 'viejo.pdf']);
});

it('says of documents whose lock is not known that no password can be tried on them', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    'acta.docx': contain({ EncryptionInfo: Buffer.alloc(100, 1), EncryptedPackage: Buffer.alloc(5_000, 7) }),
  });
  const library = await open(temporaryFolder());
  const report = await library.index({ paths: [root], wordsOnly: true });
  expect(report.problems).toMatchObject([{ reason: 'password-protected' }]);
  expect(await library.unlock({ password: first })).toMatchObject({ opened: 0, locked: 0, otherKinds: 1 });
});

it('opens what lies locked inside an archive', async () => {
  const [root, folder] = [temporaryFolder(), temporaryFolder()];
  writeFiles(root, {
    'papeles.zip': makeArchive([
      { name: 'cartas/nomina.pdf', content: locked('La nómina del molinero.', first, 'aes') },
    ]),
  });
  const library = await open(folder);
  await library.index({ paths: [root], wordsOnly: true });
  const path = join(root, 'papeles.zip!/cartas/nomina.pdf');
  const before = await library.documentAtPath(path);
  expect(before).toMatchObject({ state: 'skipped', reason: 'password-protected' });
  expect(await library.unlock({ password: first, documentId: before.documentId })).toMatchObject({
    opened: 1,
    opensDocument: true,
  });
  await library.check(null);
  expect(await found(library, 'molinero')).toEqual(['nomina.pdf']);
  expect(await library.passwordOf(before.documentId)).toBe(first);
});
