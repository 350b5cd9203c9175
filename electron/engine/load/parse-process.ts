// Entry of the parse process: documents are hostile input, so they are parsed here, where a crash harms nothing.
// Runs as a forked child (command line, tests) and as a utility process of the desktop app.
import { basename } from 'node:path';
import { type MessageChannelEnd, serve } from '../../../shared/rpc.js';
import { pagesByNumber } from '../recognise/recognised-page.js';
import type { Recogniser } from '../recognise/recogniser.js';
import { parentProcessChannel } from '../workers/node-channels.js';
import { type ParentPort, utilityPortChannel } from '../workers/utility-channels.js';
import { type ChildList, noChildren } from './children/child-entry.js';
import { OpenedFiles } from './children/opened-files.js';
import { loadLimits } from './load-limits.js';
import type { LoadedDocument } from './loaded-document.js';
import { loadDocument } from './loader.js';
import { packDocument } from './pack-document.js';
import type { ParseEvents, ParseMethods } from './parse-methods.js';
import { tryPdfPasswords } from './pdf/load-pdf.js';
import { hashFile } from './read-file.js';
import { extensionOf, sniffType } from './sniff-type.js';

const parentPort = (process as { parentPort?: ParentPort }).parentPort;
if (parentPort === undefined) serveParser(parentProcessChannel());
else void receivePort(parentPort).then(serveParser);

const partBytes = 1_048_576;
const unlisted: ChildList = { children: [], left: -1 };

function noteOf({ left }: ChildList): LoadedDocument['note'] {
  if (left === 0) return null;
  if (left < 0) return { reason: 'damaged', message: 'What lies inside this file could not be listed.' };
  return {
    reason: 'too-large',
    message: `${left} files inside this one were left out: they lie too deep, are too many, or too large together.`,
  };
}

function serveParser(channel: MessageChannelEnd): void {
  const opened = new OpenedFiles();
  const server = serve<ParseMethods, ParseEvents>(channel, {
    hash: async ({ path, inside = [] }, { signal }) => {
      if (inside.length === 0) return hashFile(path, signal, () => server.emit('progress', { path }));
      const { contentHash, sizeBytes } = await opened.read({ path, inside }, signal);
      return { contentHash, sizeBytes };
    },
    list: async ({ path, inside = [], room }, { signal }) => {
      const { bytes } = await opened.read({ path, inside }, signal);
      return opened.list({ path, inside }, bytes, {
        room,
        signal,
        onProgress: () => server.emit('progress', { path }),
      });
    },
    bytes: async ({ path, inside = [] }, { signal }) => {
      const { bytes } = await opened.read({ path, inside }, signal);
      for (let at = 0; at < bytes.length; at += partBytes)
        server.emit('part', { bytes: bytes.slice(at, at + partBytes) });
      return null;
    },
    load: async ({ path, inside = [], type, encoding, passwords, recognised, room }, { signal }) => {
      const place = { path, inside };
      const onProgress = (): void => server.emit('progress', { path });
      const { bytes, contentHash } = await opened.read(place, signal);
      // A document without what lies inside it is more than none.
      const list =
        room === undefined
          ? noChildren
          : await opened.list(place, bytes, { room, signal, onProgress }).catch(() => unlisted);
      const extension = type ?? extensionOf(inside.at(-1) ?? path);
      const document = await loadDocument(bytes, {
        extension,
        name: inside.at(-1) ?? basename(path),
        encoding,
        passwords,
        recognised: pagesByNumber(recognised ?? []),
        signal,
        onProgress,
      });
      const { text, ...rest } = packDocument(document);
      sayResident();
      for (const part of text) server.emit('text', { bytes: part });
      return { contentHash, children: list.children, document: { ...rest, note: rest.note ?? noteOf(list) } };
    },
    tryPasswords: async ({ path, inside = [], passwords }, { signal }) => {
      const { bytes } = await opened.read({ path, inside }, signal);
      if (sniffType(bytes, extensionOf(inside.at(-1) ?? path)) === 'pdf') return tryPdfPasswords(bytes, passwords);
      return (await import('./office/lock/unlock-office.js')).tryOfficePasswords(bytes, passwords, () =>
        server.emit('progress', { path }),
      );
    },
    picturePages: async (request, { signal }) => (await recogniser()).picturePages(request, signal),
    recognisePage: async (request, { signal }) => (await recogniser()).recognisePage(request, signal),
  });
  let started: Promise<Recogniser> | null = null;
  /** Its code and data are large, and most parse processes never need them. */
  const recogniser = (): Promise<Recogniser> => {
    const onProgress = (path: string): void => server.emit('progress', { path });
    started ??= import('../recognise/recogniser.js').then((module) => new module.Recogniser(opened, onProgress));
    return started;
  };
  const sayResident = (): void => server.emit('resident', { bytes: process.memoryUsage.rss() });
  // The first one says that this process is ready.
  sayResident();
  setInterval(sayResident, loadLimits.watchIntervalMs).unref();
  // Whoever started this process is gone: nobody else will end it.
  channel.onClose(() => process.exit(0));
}

/** The first message to the utility process brings the port to serve on. */
function receivePort(port: ParentPort): Promise<MessageChannelEnd> {
  return new Promise((resolve) => {
    port.on('message', ({ ports }) => {
      const [first] = ports;
      if (first !== undefined) resolve(utilityPortChannel(first));
    });
  });
}
