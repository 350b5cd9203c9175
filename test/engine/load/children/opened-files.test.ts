// What each kind of file holds, with real files on disk: names, bytes, limits, and what hostile ones try.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { ChildList } from '../../../../electron/engine/load/children/child-entry.js';
import { OpenedFiles } from '../../../../electron/engine/load/children/opened-files.js';
import { loadBytes } from '../../../helpers/load-bytes.js';
import { contain } from '../../../helpers/make-doc.js';
import { makeMail, makeMailbox } from '../../../helpers/make-mail.js';
import { makeMsg } from '../../../helpers/make-msg.js';
import { makeDocx } from '../../../helpers/make-office.js';
import { linesAt, makePdf } from '../../../helpers/make-pdf.js';
import { makeTar } from '../../../helpers/make-tar.js';
import { makeArchive, makeZip } from '../../../helpers/make-zip.js';
import { temporaryFolder } from '../../../helpers/temporary-folder.js';

const { signal } = new AbortController();
const noProgress = (): void => undefined;
const plentyOfRoom = { children: 10_000, bytes: 1024 ** 3 };

function fileOf(name: string, bytes: Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

async function listOf(path: string, inside: readonly string[] = [], room = plentyOfRoom): Promise<ChildList> {
  const files = new OpenedFiles();
  const { bytes } = await files.read({ path, inside }, signal);
  return files.list({ path, inside }, bytes, { room, signal, onProgress: noProgress });
}

async function namesIn(path: string, inside: readonly string[] = []): Promise<readonly string[]> {
  return (await listOf(path, inside)).children.map(({ name }) => name);
}

async function textOf(path: string, ...inside: string[]): Promise<string> {
  const { bytes } = await new OpenedFiles().read({ path, inside }, signal);
  return Buffer.from(bytes).toString('utf8');
}

const page = makePdf([{ texts: linesAt(72, 100, ['A page of its own.']) }]);

describe('files that hold others', () => {
  it('a tape archive, packed or not: its files by their long names too, without folders and links', async () => {
    const long = `${'deep/'.repeat(30)}three.txt`;
    const bytes = makeTar([
      { name: 'papers', content: '', kind: '5' },
      { name: 'papers/one.txt', content: 'first' },
      { name: 'link', content: '', kind: '2' },
      { name: '././@LongLink', content: `${long}\0`, kind: 'L' },
      { name: long.slice(0, 100), content: 'third' },
      { name: 'PaxHeader', content: '25 path=años/cuatro.txt\n', kind: 'x' },
      { name: 'cuatro.txt', content: 'fourth' },
      { name: '../../out.txt', content: 'x'.repeat(2_000) },
    ]);
    const names = ['papers/one.txt', long, 'años/cuatro.txt', 'out.txt'];
    for (const path of [
      fileOf('a.tar', bytes),
      fileOf('a.tgz', gzipSync(bytes)),
      fileOf('a.tar.gz', gzipSync(bytes)),
    ]) {
      expect(await namesIn(path)).toEqual(names);
      expect(await textOf(path, long)).toBe('third');
      expect(await textOf(path, 'años/cuatro.txt')).toBe('fourth');
    }
    expect((await loadBytes('a.tgz', gzipSync(bytes))).text).toBe(names.join('\n\n'));
    const cut = await loadBytes('a.tar', bytes.subarray(0, bytes.length - 2_600));
    expect([cut.text, cut.note?.reason]).toEqual([names.slice(0, 3).join('\n\n'), 'damaged']);
  });

  it('what gzip packs is one file with the name without its ending, and no bomb', async () => {
    const path = fileOf('notes.txt.gz', gzipSync('The ferry leaves at noon.'));
    expect(await namesIn(path)).toEqual(['notes.txt']);
    expect(await textOf(path, 'notes.txt')).toBe('The ferry leaves at noon.');
    await expect(loadBytes('zeros.gz', gzipSync(Buffer.alloc(30_000_000)))).rejects.toMatchObject({
      code: 'too-large',
    });
    await expect(loadBytes('cut.gz', gzipSync(randomBytes(5_000)).subarray(0, 12))).rejects.toMatchObject({
      code: 'damaged',
    });
    await expect(loadBytes('drawing.svgz', gzipSync('<svg/>'))).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('what gzip packs and was cut short: as far as it goes, with a note', async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `The ferry number ${index * 7_919} leaves at noon.`).join(
      '\n',
    );
    const packed = gzipSync(words);
    const cut = packed.subarray(0, packed.length - 2_000);
    const text = await textOf(fileOf('notes.txt.gz', cut), 'notes.txt');
    expect(text.length).toBeGreaterThan(words.length / 2);
    expect(words.startsWith(text)).toBe(true);
    expect((await loadBytes('notes.txt.gz', cut)).note?.reason).toBe('damaged');
    expect((await loadBytes('notes.txt.gz', Buffer.concat([packed, Buffer.from('stray')]))).note).toBeNull();
    const archive = makeTar([
      { name: 'one.txt', content: 'first' },
      { name: 'two.bin', content: randomBytes(5_000) },
    ]);
    const cutArchive = await loadBytes('a.tgz', gzipSync(archive).subarray(0, 3_000));
    expect([cutArchive.text, cutArchive.note?.reason]).toEqual(['one.txt', 'damaged']);
  });

  it('an archive: its files, without folders, links and what systems leave about', async () => {
    const path = fileOf(
      'a.zip',
      makeArchive([
        { name: 'papers/', content: '' },
        { name: 'papers/one.txt', content: 'first' },
        { name: '__MACOSX/papers/._one.txt', content: 'leavings' },
        { name: 'link.txt', content: '/etc/passwd', mode: 0xa1ff },
        { name: 'stored.txt', content: 'second', isStored: true },
      ]),
    );
    const { children, left } = await listOf(path);
    expect(left).toBe(0);
    expect(children).toEqual([
      {
        name: 'papers/one.txt',
        sizeBytes: 5,
        contentHash: new Uint8Array(createHash('sha256').update('first').digest()),
      },
      { name: 'stored.txt', sizeBytes: 6, contentHash: expect.any(Uint8Array) },
    ]);
    expect(await textOf(path, 'papers/one.txt')).toBe('first');
    expect(await textOf(path, 'stored.txt')).toBe('second');
  });

  it('an archive with hostile names: each is only a name, each is there once, and nothing is written anywhere', async () => {
    const path = fileOf(
      'h.zip',
      makeArchive([
        { name: '../../up.txt', content: '1' },
        { name: '/abs.txt', content: '2' },
        { name: 'C:\\win\\dos.txt', content: '3' },
        { name: 'nul\0l.txt', content: '4' },
        { name: 'same.txt', content: '5' },
        { name: 'same.txt', content: '6' },
        { name: `${'long'.repeat(5_000)}.txt`, content: '7' },
        { name: iconv.encode('Año nuevo.txt', 'cp437'), content: '8', isUtf8: false },
        { name: Buffer.from('Größe.txt'), content: '9', isUtf8: false },
        { name: Buffer.from([0xff, 0xfe, 0x2e, 0x74]), content: '10', isUtf8: true },
        { name: '..', content: '11' },
      ]),
    );
    const names = await namesIn(path);
    expect(names.slice(0, 6)).toEqual(['up.txt', 'abs.txt', 'win/dos.txt', 'null.txt', 'same.txt', 'same (2).txt']);
    expect(names.slice(7, 9)).toEqual(['Año nuevo.txt', 'Größe.txt']);
    expect(new Set(names).size).toBe(10);
    expect(await textOf(path, 'same (2).txt')).toBe('6');
    expect(await textOf(path, 'up.txt')).toBe('1');
    expect(readdirSync(join(path, '..'))).toEqual(['h.zip']);
  });

  it('an archive whose parts cannot be had: each says why, and the others are there', async () => {
    const zeros = Buffer.alloc(60 * 1024 * 1024);
    const path = fileOf(
      'b.zip',
      makeArchive([
        { name: 'bomb', content: zeros },
        { name: 'liar', content: zeros.subarray(0, 1_000_000), declaredBytes: 10 },
        { name: 'locked', content: 'secret', isEncrypted: true },
        { name: 'good', content: 'fine' },
      ]),
    );
    const { children } = await listOf(path);
    expect(children.map(({ contentHash }) => contentHash !== null)).toEqual([false, false, false, true]);
    await expect(textOf(path, 'bomb')).rejects.toMatchObject({ code: 'too-large' });
    await expect(textOf(path, 'liar')).rejects.toMatchObject({ code: 'too-large' });
    await expect(textOf(path, 'locked')).rejects.toMatchObject({ code: 'password-protected' });
    expect(await textOf(path, 'good')).toBe('fine');
    await expect(textOf(path, 'no such part')).rejects.toMatchObject({ code: 'vanished' });
  });

  it('an archive cut off before its directory gives what is whole', async () => {
    const path = fileOf('cut.zip', makeZip({ 'one.txt': 'first', 'two.txt': 'second' }, { hasDirectory: false }));
    expect(await namesIn(path)).toEqual(['one.txt', 'two.txt']);
    expect(await textOf(path, 'two.txt')).toBe('second');
  });

  it('archives in archives, down to a level where they are left out and counted', async () => {
    let archive = makeZip({ 'deep.txt': 'deepest' });
    for (let level = 0; level < 6; level++) archive = makeZip({ 'in.zip': archive });
    const path = fileOf('n.zip', archive);
    const at = (levels: number): string[] => Array<string>(levels).fill('in.zip');
    expect(await namesIn(path, at(4))).toEqual(['in.zip']);
    expect(await listOf(path, at(5))).toEqual({ children: [], left: 1 });
  });

  it('no more of an archive than there is room for', async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.txt`, 'x'.repeat(10)]));
    const path = fileOf('many.zip', makeZip(files));
    expect(await listOf(path, [], { children: 4, bytes: 1_000 })).toMatchObject({ left: 5 });
    expect(await listOf(path, [], { children: 100, bytes: 35 })).toMatchObject({ left: 6 });
  });

  it('a message: what is attached, an archive and a message among it, without signatures and pictures of the text', async () => {
    const forwarded = makeMail('The older one', 'Older words.', [{ name: 'older.txt', content: 'older' }]);
    const mail = makeMail('News', 'Look.', [
      { name: 'page.pdf', content: page, type: 'application/pdf' },
      { name: 'all.zip', content: makeZip({ 'in.txt': 'inner' }), type: 'application/zip' },
      { name: 'logo.png', content: 'png', type: 'image/png', isInText: true },
      { name: 'photo.png', content: 'png', type: 'image/png' },
      { name: 'smime.p7s', content: 'sig', type: 'application/pkcs7-signature' },
      { name: 'older.eml', content: forwarded, type: 'message/rfc822' },
    ]);
    const path = fileOf('m.eml', mail);
    expect(await namesIn(path)).toEqual(['page.pdf', 'all.zip', 'photo.png', 'older.eml']);
    expect(await namesIn(path, ['older.eml'])).toEqual(['older.txt']);
    expect(await textOf(path, 'older.eml', 'older.txt')).toBe('older');
    expect(await textOf(path, 'all.zip', 'in.txt')).toBe('inner');
    const { bytes } = await new OpenedFiles().read({ path, inside: ['page.pdf'] }, signal);
    expect(Buffer.from(bytes).equals(page)).toBe(true);
    // A loader may take the bytes over: nothing else lies in their buffer.
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it('a mailbox: what is attached to any of its messages', async () => {
    const box = makeMailbox([
      makeMail('One', 'First.', [{ name: 'a.txt', content: 'from one' }]),
      makeMail('Two', 'Nothing here.', []),
      makeMail('Three', 'Third.', [{ name: 'a.txt', content: 'from three' }]),
    ]);
    const path = fileOf('box.mbox', box);
    expect(await namesIn(path)).toEqual(['a.txt', 'a (2).txt']);
    expect(await textOf(path, 'a (2).txt')).toBe('from three');
  });

  it('a message of Outlook', async () => {
    const path = fileOf(
      'o.msg',
      makeMsg({
        subject: 'Plans',
        senderName: 'Ana',
        senderAddress: 'ana@example.org',
        body: 'See below.',
        to: [],
        attachments: [{ name: 'plan.txt', content: Buffer.from('the plan') }],
      }),
    );
    expect(await namesIn(path)).toEqual(['plan.txt']);
    expect(await textOf(path, 'plan.txt')).toBe('the plan');
  });

  it('a PDF: files that it lists, and files pinned to a page', async () => {
    const path = fileOf(
      'p.pdf',
      makePdf([{ texts: linesAt(72, 100, ['Two files come with this.']) }], {
        files: [
          { name: 'table.csv', content: 'a,b\n1,2\n' },
          { name: 'note.txt', content: 'pinned', isPinned: true },
        ],
      }),
    );
    expect(await namesIn(path)).toEqual(['table.csv', 'note.txt']);
    expect(await textOf(path, 'note.txt')).toBe('pinned');
  });

  it('gives the same bytes again after whoever read them took them over', async () => {
    const path = fileOf('p.pdf', makePdf([{ texts: [] }], { files: [{ name: 'inner.pdf', content: page }] }));
    const files = new OpenedFiles();
    for (let time = 0; time < 2; time += 1) {
      const { bytes } = await files.read({ path, inside: ['inner.pdf'] }, signal);
      expect(Buffer.from(bytes).equals(page)).toBe(true);
      structuredClone(bytes, { transfer: [bytes.buffer] });
      expect(bytes.length).toBe(0);
    }
  });

  it('an office file: the documents embedded in it, and nothing that is none', async () => {
    const inner = makeDocx('<w:p><w:r><w:t>Inner words.</w:t></w:r></w:p>');
    const path = fileOf(
      'o.docx',
      makeDocx('<w:p><w:r><w:t>Outer words.</w:t></w:r></w:p>', [], {
        'word/embeddings/Report.docx': inner,
        'word/embeddings/oleObject1.bin': 'no document',
        'word/embeddings/oleObject2.bin': contain({ CONTENTS: Buffer.from('Notes that a control keeps for itself.') }),
        'word/media/image1.png': 'png',
      }),
    );
    expect(await namesIn(path)).toEqual(['Report.docx']);
    const { bytes } = await new OpenedFiles().read({ path, inside: ['Report.docx'] }, signal);
    expect(Buffer.from(bytes).equals(inner)).toBe(true);
  });
});
