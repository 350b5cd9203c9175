// What a person does with one document: another encoding, more time, another try; and names that are written in two ways.
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library, OpenLibraryOptions } from '../../electron/engine/library.js';
import { forkParser } from '../../electron/engine/load/fork-parser.js';
import { openTestLibrary } from '../helpers/open-library.js';
import { temporaryFolder, writeFiles } from '../helpers/temporary-folder.js';

async function open(options: Partial<OpenLibraryOptions> = {}): Promise<Library> {
  const library = await openTestLibrary({ folder: temporaryFolder(), ...options });
  onTestFinished(() => library.close());
  return library;
}

const russian = 'Съешь же ещё этих мягких французских булок';
const koi8 = iconv.encode(russian, 'koi8-r');

describe('the encoding of a document', () => {
  it('is shown, chosen by a person, kept through a move and an edit, and set back', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'letter.txt': koi8, 'other.txt': 'Quite another note.' });
    const library = await open();
    await library.index({ paths: [root] });
    const found = await library.documentAtPath(join(root, 'letter.txt'));
    expect(found.chosenEncoding).toBeNull();

    const wrong = await library.readAgain(found.documentId, 'windows-1252');
    expect(wrong).toMatchObject({ encoding: 'windows-1252', chosenEncoding: 'windows-1252', state: 'words' });
    expect((await library.text(found.documentId)).text).toBe(koi8.toString('latin1'));
    const right = await library.readAgain(found.documentId, 'koi8-r');
    expect(right).toMatchObject({ encoding: 'koi8-r', chosenEncoding: 'koi8-r' });
    expect((await library.text(found.documentId)).text).toBe(russian);
    await library.index({ paths: [right.path] });
    expect((await library.search({ query: 'булок' })).hits[0]).toMatchObject({ text: russian });

    renameSync(join(root, 'letter.txt'), join(root, 'письмо.txt'));
    expect((await library.index({ paths: [root] })).documents).toMatchObject({ moved: 1, indexed: 0 });
    writeFileSync(join(root, 'письмо.txt'), Buffer.concat([koi8, Buffer.from('!')]));
    await library.index({ paths: [root] });
    expect((await library.text(found.documentId)).text).toBe(`${russian}!`);
    // By force a moved file is read anew, as it was chosen.
    renameSync(join(root, 'письмо.txt'), join(root, 'moved.txt'));
    await library.index({ paths: [root], force: true });
    const moved = await library.documentAtPath(join(root, 'moved.txt'));
    expect(moved).toMatchObject({ chosenEncoding: 'koi8-r', encoding: 'koi8-r' });

    const back = await library.readAgain(moved.documentId, null);
    expect(back.chosenEncoding).toBeNull();
    expect(back.encoding).not.toBeNull();
  });

  it('makes text of what was taken for binary, and holds whatever the text declares', async () => {
    const root = temporaryFolder();
    const page =
      '<html><head><meta charset="shift_jis"><title>Ñandú</title></head><body><p>El ñandú corre mucho.</p></body></html>';
    writeFiles(root, {
      'odd.txt': Buffer.from(`\x01\x02\x03\x04\x05 caf\xe9 ${'\x06'.repeat(40)}`, 'latin1'),
      'page.html': Buffer.from(page, 'latin1'),
    });
    const library = await open();
    await library.index({ paths: [root] });
    const odd = await library.documentAtPath(join(root, 'odd.txt'));
    expect(odd).toMatchObject({ state: 'skipped', reason: 'unsupported' });
    const html = await library.documentAtPath(join(root, 'page.html'));
    expect(await library.readAgain(html.documentId, 'windows-1252')).toMatchObject({
      title: 'Ñandú',
      encoding: 'windows-1252',
    });
    expect((await library.text(html.documentId)).text).toContain('El ñandú corre mucho.');
  });

  it('can not be chosen where there is none to choose, or none of that name', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'Hello there.', 'b.rtf': '{\\rtf1\\ansi Hello there.}' });
    const library = await open();
    await library.index({ paths: [root] });
    const { documentId } = await library.documentAtPath(join(root, 'a.txt'));
    await expect(library.readAgain(documentId, 'rot13')).rejects.toMatchObject({ code: 'wrong-use' });
    const rtf = await library.documentAtPath(join(root, 'b.rtf'));
    await expect(library.readAgain(rtf.documentId, 'utf-8')).rejects.toMatchObject({ code: 'wrong-use' });
    await expect(library.readAgain('d00000000', null)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a document that takes too long', () => {
  it('says how long it was given, is set aside after the second time, and is read when it gets more', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'slow.txt': 'A note that is read in the end.', 'quick.txt': 'A quick note.' });
    let isSlow = true;
    // The reader is stopped from outside at its first work on the slow file, as one that hangs.
    const library = await open({
      // Long enough for a busy machine to start a reader and read the quick one.
      timeLimitSeconds: 6,
      async startParser() {
        const connection = await forkParser();
        const { channel } = connection;
        return {
          ...connection,
          channel: {
            ...channel,
            post(message, transfer) {
              const isHeld =
                isSlow && JSON.stringify(message).includes('"load"') && JSON.stringify(message).includes('slow.txt');
              if (!isHeld) channel.post(message, transfer);
            },
          },
        };
      },
    });
    const report = await library.index({ paths: [root] });
    expect(report.documents).toMatchObject({ failed: 1, indexed: 1 });
    expect(report.problems[0]).toMatchObject({
      reason: 'timed-out',
      message: expect.stringContaining('longer than 6 s'),
    });
    const { documentId } = await library.documentAtPath(join(root, 'slow.txt'));
    expect(await library.document(documentId)).toMatchObject({ limitSeconds: 6, timesStopped: 1 });

    await library.retry(null);
    expect(await library.document(documentId)).toMatchObject({
      reason: 'quarantined',
      limitSeconds: null,
      timesStopped: 2,
    });
    library.setTimeLimit(7);
    // The person asks once more: it is told what came of it now.
    expect(await library.readAgain(documentId)).toMatchObject({
      reason: 'timed-out',
      limitSeconds: 7,
      timesStopped: 1,
    });
    isSlow = false;
    expect(await library.readAgain(documentId)).toMatchObject({ state: 'words', reason: null, limitSeconds: null });
    expect((await library.retry(null)).problems).toEqual([]);
    expect(await library.document(documentId)).toMatchObject({ state: 'ready', timesStopped: 0 });
  });
});

describe('names that differ only in how their accents are written', () => {
  const composed = 'cami\u00f3n.txt';
  const decomposed = 'camio\u0301n.txt';

  it('are two files where the disk has two, each as it is on disk', async () => {
    const root = temporaryFolder();
    writeFiles(root, { [composed]: 'The first lorry is red.', [decomposed]: 'The second lorry is blue.' });
    // A disk that takes them for one name can hold only one of them.
    const onDisk = readdirSync(root);
    const library = await open();
    await library.index({ paths: [root] });
    const { documents } = await library.documents({ offset: 0, limit: 10 });
    expect(documents.map(({ path }) => path).sort()).toEqual(onDisk.map((name) => join(root, name)).sort());
    expect((await library.documents({ name: composed, offset: 0, limit: 10 })).total).toBe(onDisk.length);
    for (const name of onDisk) {
      expect((await library.documentAtPath(join(root, name))).path).toBe(join(root, name));
    }
  });

  it('are one document when one is renamed to the other, and either finds it', async () => {
    const root = temporaryFolder();
    writeFiles(root, { [composed]: 'The only lorry is green.' });
    const library = await open();
    await library.index({ paths: [root] });
    const before = await library.documentAtPath(join(root, composed));
    renameSync(join(root, composed), join(root, decomposed));
    const report = await library.index({ paths: [root] });
    expect(report).toMatchObject({ tokens: 0, documents: { indexed: 0, failed: 0 } });
    expect((await library.status()).documents).toMatchObject({ ready: 1 });
    for (const name of [composed, decomposed]) {
      expect((await library.documentAtPath(join(root, name))).documentId).toBe(before.documentId);
      const { hits } = await library.search({ query: 'lorry', all: true, filter: { paths: [join(root, name)] } });
      expect(hits).toHaveLength(1);
    }
  });
});
