// The parse process, forked for real: what it reads, and that whatever a document does to it, the next one is read.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as handedOver } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forkParser } from '../../../electron/engine/load/fork-parser.js';
import { loadLimits } from '../../../electron/engine/load/load-limits.js';
import type { LoadedDocument } from '../../../electron/engine/load/loaded-document.js';
import { unpackDocument } from '../../../electron/engine/load/pack-document.js';
import {
  type LoadRequest,
  Parser,
  type ParserConnection,
  type ParserOptions,
} from '../../../electron/engine/load/parser.js';
import { expectSound } from '../../helpers/load-bytes.js';
import { linesAt, makePdf } from '../../helpers/make-pdf.js';
import { slowPdf } from '../../helpers/slow-pdf.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

interface TestParser {
  readonly parser: Parser;
  /** Loads a file and unpacks it, as the thread does that works on it. */
  readonly load: (
    request: LoadRequest,
    signal?: AbortSignal,
  ) => Promise<{ readonly document: LoadedDocument; readonly contentHash: Uint8Array }>;
  readonly started: ParserConnection[];
}

function openParser(options: Omit<ParserOptions, 'start'> = {}): TestParser {
  const started: ParserConnection[] = [];
  const start = async (): Promise<ParserConnection> => {
    const connection = await forkParser();
    started.push(connection);
    return connection;
  };
  const parser = new Parser({ ...options, start });
  onTestFinished(() => parser.close());
  const load: TestParser['load'] = async (request, signal) => {
    const { document, contentHash } = await parser.load(request, signal);
    return { document: unpackDocument(document), contentHash };
  };
  return { parser, load, started };
}

function write(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('starts again when the parse process dies while it starts', async () => {
  let starts = 0;
  const parser = new Parser({
    async start() {
      starts += 1;
      const connection = await forkParser();
      if (starts < 3) connection.kill();
      return connection;
    },
  });
  onTestFinished(() => parser.close());
  const path = write(temporaryFolder(), 'a.txt', 'Sigo aquí.');
  expect(unpackDocument((await parser.load({ path })).document).text).toBe('Sigo aquí.');
  expect(starts).toBe(3);
});

test('gives long text whole, whatever the parts in which it crosses', async () => {
  const { parser, load } = openParser();
  const text = `${'añ'.repeat(20)}語\n\n`.repeat(60_000);
  const path = write(temporaryFolder(), 'largo.txt', text);
  const { document } = await load({ path });
  expect(document.text === text).toBe(true);
  expect(document.blocks).toHaveLength(60_000);
  const packed = (await parser.load({ path })).document.text;
  expect(packed.length).toBeGreaterThan(3);
  expect(Math.max(...packed.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(1_048_576);
});

test('reads a file and gives the hash of the bytes it parsed', async () => {
  const { parser, load } = openParser();
  const pdf = makePdf([{ texts: linesAt(72, 100, ['Hola desde otro proceso.']) }]);
  const path = write(temporaryFolder(), 'a.pdf', pdf);
  const { document, contentHash } = await load({ path });
  expectSound(document);
  expect(document.text).toBe('Hola desde otro proceso.');
  expect(document.layouts[0]?.items).toBeInstanceOf(Float32Array);
  expect(Buffer.from(contentHash)).toEqual(createHash('sha256').update(pdf).digest());
  expect(await parser.hash({ path })).toEqual({ contentHash, sizeBytes: pdf.length });
});

test('reads names with spaces, accents and emoji, and takes a type that is given', async () => {
  const { load } = openParser();
  const folder = join(temporaryFolder(), 'carpeta con ñ 📁');
  mkdirSync(folder);
  expect((await load({ path: write(folder, 'informe final – año 🎉.txt', 'Hola') })).document.text).toBe('Hola');
  expect((await load({ path: write(folder, 'sin extensión', '# Hola'), type: 'md' })).document.title).toBe('Hola');
});

test('says why a file gives no document', async () => {
  const { parser, load, started } = openParser();
  const folder = temporaryFolder();
  await expect(load({ path: write(folder, 'vacío.txt', '') })).rejects.toMatchObject({ code: 'empty' });
  await expect(load({ path: write(folder, 'b.txt', Buffer.alloc(999, '\x01\x02')) })).rejects.toMatchObject({
    code: 'unsupported',
  });
  await expect(load({ path: folder })).rejects.toMatchObject({ code: 'unsupported' });
  await expect(load({ path: join(folder, 'no.txt') })).rejects.toMatchObject({ code: 'vanished' });
  await expect(parser.hash({ path: join(folder, 'no.txt') })).rejects.toMatchObject({ code: 'vanished' });
  expect(started).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('does not wait for a pipe that nobody writes to', async () => {
  const { load } = openParser();
  const path = join(temporaryFolder(), 'tubería.txt');
  execFileSync('mkfifo', [path]);
  await expect(load({ path })).rejects.toMatchObject({ code: 'unsupported' });
});

test.skipIf(process.getuid?.() === 0)('says that a file may not be read', async () => {
  const { load } = openParser();
  const path = write(temporaryFolder(), 'a.txt', 'secreto');
  chmodSync(path, 0);
  await expect(load({ path })).rejects.toMatchObject({ code: 'unreadable' });
});

test('reads on when a file is deleted while others wait', async () => {
  const { load } = openParser();
  const folder = temporaryFolder();
  const paths = ['a', 'b', 'c'].map((name) => write(folder, `${name}.txt`, `texto ${name}`));
  const loads = paths.map((path) => load({ path }));
  rmSync(join(folder, 'c.txt'));
  const results = await Promise.allSettled(loads);
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value.document.text : result.reason.code)),
  ).toEqual(['texto a', 'texto b', 'vanished']);
});

test('gives up a document that takes too long, and reads the next one', async () => {
  const { load, started } = openParser({ limits: { maxQuietMs: 3_000, maxResidentBytes: Number.POSITIVE_INFINITY } });
  const folder = temporaryFolder();
  const good = write(folder, 'bueno.txt', 'Sigo aquí.');
  await load({ path: good });
  const path = write(folder, 'lento.pdf', slowPdf());
  const [slow, next] = await Promise.allSettled([load({ path }), load({ path: good })]);
  expect(slow).toMatchObject({ reason: { code: 'timed-out', stopCause: 'time' } });
  expect(next).toMatchObject({ value: { document: { text: 'Sigo aquí.' } } });
  expect(started).toHaveLength(2);
});

test('gives up a document that grows too large in memory, and reads the next one', async () => {
  const { load, started } = openParser({ limits: { maxResidentBytes: 300 * 1024 * 1024 } });
  const folder = temporaryFolder();
  const bomb = write(folder, 'bomba.html', '<b></b>'.repeat(4_000_000));
  await expect(load({ path: bomb })).rejects.toMatchObject({ code: 'too-large', stopCause: 'memory' });
  expect((await load({ path: write(folder, 'bueno.txt', 'Sigo aquí.') })).document.text).toBe('Sigo aquí.');
  expect(started).toHaveLength(2);
});

test('counts a document that takes the process down as damaged, and reads the next one', async () => {
  const { load, started } = openParser();
  const folder = temporaryFolder();
  const good = write(folder, 'bueno.txt', 'Sigo aquí.');
  await load({ path: good });
  const loads = [load({ path: write(folder, 'lento.pdf', slowPdf()) }), load({ path: good })];
  await handedOver();
  process.kill(started[0]?.pid ?? 0, 'SIGKILL');
  expect(await Promise.allSettled(loads)).toMatchObject([
    { reason: { code: 'damaged', stopCause: 'crash' } },
    { value: { document: { text: 'Sigo aquí.' } } },
  ]);
  expect(started).toHaveLength(2);
});

test('does not blame a document for what the one before it left in memory', async () => {
  const { load, started } = openParser({ limits: { maxResidentBytes: 350 * 1024 * 1024 } });
  const folder = temporaryFolder();
  await load({ path: write(folder, 'grande.txt', 'Una línea más — con raya.\n\n'.repeat(400_000)) });
  await load({ path: write(folder, 'bueno.txt', 'Sigo aquí.') });
  expect(started.length).toBeLessThanOrEqual(2);
});

test('stops at once when the work is cancelled, running or waiting', async () => {
  const { load } = openParser();
  const folder = temporaryFolder();
  const good = write(folder, 'bueno.txt', 'Sigo aquí.');
  await load({ path: good });
  const running = new AbortController();
  const waiting = new AbortController();
  const slow = write(folder, 'lento.pdf', slowPdf());
  const loads = [load({ path: slow }, running.signal), load({ path: good }, waiting.signal)];
  waiting.abort();
  running.abort();
  expect(await Promise.allSettled(loads)).toMatchObject([
    { reason: { code: 'cancelled' } },
    { reason: { code: 'cancelled' } },
  ]);
  await expect(load({ path: good }, running.signal)).rejects.toMatchObject({ code: 'cancelled' });
  expect((await load({ path: good })).document.text).toBe('Sigo aquí.');
});

test('reads a few small documents in one process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { load, started } = openParser({ processes: 2 });
  const path = write(temporaryFolder(), 'a.txt', 'texto');
  await Promise.all(Array.from({ length: 12 }, () => load({ path })));
  expect(started).toHaveLength(1);
});

test('starts a second process where a document waits for long, and no more than may be', async () => {
  const { load, started } = openParser({ processes: 2 });
  const folder = temporaryFolder();
  const path = write(folder, 'a.txt', 'texto');
  const slow = load({ path: write(folder, 'lento.pdf', slowPdf()) }).catch(() => null);
  const quick = Promise.all(Array.from({ length: 12 }, () => load({ path })));
  expect(await Promise.race([slow, quick])).toHaveLength(12);
  expect(started).toHaveLength(2);
});

test('ends a second process that had nothing to do for long, and none that was of use meanwhile', async () => {
  let ended = 0;
  const held: (() => void)[] = [];
  const parser = new Parser({
    processes: 2,
    async start() {
      const connection = await forkParser();
      const { channel } = connection;
      return {
        ...connection,
        channel: {
          ...channel,
          // Each of two documents waits for the other: so both processes are there, and both are used.
          post(message, transfer) {
            if (!JSON.stringify(message).includes('"load"')) return channel.post(message, transfer);
            held.push(() => channel.post(message, transfer));
            if (held.length === 2) for (const post of held.splice(0)) post();
          },
        },
        kill() {
          ended += 1;
          connection.kill();
        },
      };
    },
  });
  onTestFinished(() => parser.close());
  const path = write(temporaryFolder(), 'a.txt', 'texto');
  const loadTwo = () => Promise.all([parser.load({ path }), parser.load({ path })]);
  await loadTwo();
  // From here on, since a second one is started only after some waiting.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await loadTwo();
  vi.advanceTimersByTime(loadLimits.maxSpareMs - 1);
  await loadTwo();
  vi.advanceTimersByTime(loadLimits.maxSpareMs - 1);
  expect(ended).toBe(0);
  vi.advanceTimersByTime(1);
  expect(ended).toBe(1);
  vi.advanceTimersByTime(loadLimits.maxSpareMs * 10);
  expect(ended).toBe(1);
});

test('rejects what waits when it is closed, and leaves no process', async () => {
  const { parser, load, started } = openParser();
  const folder = temporaryFolder();
  const slow = write(folder, 'lento.pdf', slowPdf());
  await load({ path: write(folder, 'bueno.txt', 'Sigo aquí.') });
  const loads = [load({ path: slow }), load({ path: slow })];
  await handedOver();
  parser.close();
  const ends = await Promise.allSettled(loads);
  expect(ends).toMatchObject([{ reason: { code: 'engine-stopped' } }, { reason: { code: 'engine-stopped' } }]);
  await expect(load({ path: slow })).rejects.toMatchObject({ code: 'engine-stopped' });
  await vi.waitFor(() => expect(() => process.kill(started[0]?.pid ?? 0, 0)).toThrow(), { timeout: 10_000 });
});

test('says so when no process can be started', async () => {
  const parser = new Parser({ start: () => Promise.reject(new Error('no more processes')) });
  await expect(parser.load({ path: '/a.txt' })).rejects.toMatchObject({ code: 'engine-stopped' });
});

test('keeps offsets that a layout can hold exactly', () => {
  expect(loadLimits.maxPdfTextCharacters).toBeLessThan(2 ** 24);
});
