// Export and import as a script runs them: names in the JSON, exit codes, and what is refused.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acervo, json } from '../helpers/run-cli.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

describe('acervo export and import', () => {
  it('carry a library to another folder, in which it is found under its new paths', async () => {
    const [root, folder, there, place] = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFiles(root, { 'notes.txt': 'Order AB-1234 was delivered to the neighbour on Tuesday.\n' });
    await json('index', root, '--library', folder);
    const file = join(place, 'library.acervo');
    const written = await json('export', file, '--library', folder);
    expect(written).toMatchObject({
      code: 0,
      value: { file, documents: 1, chunks: 1, vectors: 1, withText: true, bytes: expect.any(Number) },
    });

    const target = join(there, 'new', 'library');
    const moved = join(there, 'papers');
    const imported = await json('import', file, '--map', `${root}=${moved}`, '--library', target);
    expect(imported).toMatchObject({
      code: 0,
      value: {
        documents: 1,
        chunks: 1,
        vectors: 1,
        withText: true,
        folders: [{ from: root, path: moved, documents: 1, isOffline: true }],
      },
    });
    const found = await json('search', 'AB-1234', '--mode', 'words', '--library', target);
    expect(found.value.hits).toMatchObject([{ path: join(moved, 'notes.txt') }]);
    expect((await json('verify', '--library', target)).code).toBe(0);

    const again = await json('import', file, '--map', `${root}=${moved}`, '--library', target);
    expect(again).toMatchObject({ code: 2, value: { error: { code: 'folder-taken' } } });
  });

  it('tell a person what was done, and what to do where no text came along', async () => {
    const [root, folder, place] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFiles(root, { 'notes.txt': 'Order AB-1234 was delivered to the neighbour on Tuesday.\n' });
    await acervo('index', root, '--library', folder);
    const file = join(place, 'library.acervo');
    const written = await acervo('export', file, '--without-text', '--library', folder);
    expect(written).toMatchObject({ code: 0, stdout: expect.stringMatching(/1 documents, .* without text/) });
    const other = join(place, 'other');
    const imported = await acervo('import', file, '--library', other);
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('acervo index') });
    const report = await json('index', root, '--library', other);
    expect(report).toMatchObject({ code: 0, value: { tokens: 0, documents: { indexed: 1 } } });
  });

  it('refuse what is no export, and a wrong mapping, without making a library', async () => {
    const place = temporaryFolder();
    const library = join(place, 'library');
    const letter = join(place, 'letter.txt');
    writeFileSync(letter, 'Dear all');
    const refused = await json('import', letter, '--library', library);
    expect(refused).toMatchObject({ code: 2, value: { error: { code: 'export-damaged' } } });
    expect(await json('import', join(place, 'no.acervo'), '--library', library)).toMatchObject({
      code: 2,
      value: { error: { code: 'wrong-use' } },
    });
    expect(await json('import', letter, '--map', 'nonsense', '--library', library)).toMatchObject({
      code: 2,
      value: { error: { code: 'wrong-use', message: expect.stringContaining('OLD=NEW') } },
    });
    expect(await json('export', letter, '--library', library)).toMatchObject({
      code: 2,
      value: { error: { code: 'not-found' } },
    });
    expect(existsSync(library)).toBe(false);
    expect(readdirSync(place)).toEqual(['letter.txt']);
  });
});
