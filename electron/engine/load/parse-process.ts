// Entry of the parse process: documents are hostile input, so they are parsed here, where a crash harms nothing.
// Runs as a forked child (command line, tests) and as a utility process of the desktop app.
import { type MessageChannelEnd, serve } from '../../../shared/rpc.js';
import { pagesByNumber } from '../recognise/recognised-page.js';
import type { Recogniser } from '../recognise/recogniser.js';
import { parentProcessChannel } from '../workers/node-channels.js';
import { type ParentPort, utilityPortChannel } from '../workers/utility-channels.js';
import { loadLimits } from './load-limits.js';
import { loadDocument } from './loader.js';
import { packDocument } from './pack-document.js';
import type { ParseEvents, ParseMethods } from './parse-methods.js';
import { hashFile, readWholeFile } from './read-file.js';
import { extensionOf } from './sniff-type.js';

const parentPort = (process as { parentPort?: ParentPort }).parentPort;
if (parentPort === undefined) serveParser(parentProcessChannel());
else void receivePort(parentPort).then(serveParser);

function serveParser(channel: MessageChannelEnd): void {
  const server = serve<ParseMethods, ParseEvents>(channel, {
    hash: ({ path }, { signal }) => hashFile(path, signal, () => server.emit('progress', { path })),
    load: async ({ path, type, recognised, encoding }, { signal }) => {
      const { bytes, contentHash } = await readWholeFile(path);
      const document = await loadDocument(bytes, {
        extension: type ?? extensionOf(path),
        encoding,
        signal,
        onProgress: () => server.emit('progress', { path }),
        recognised: pagesByNumber(recognised ?? []),
      });
      const { text, ...rest } = packDocument(document);
      sayResident();
      for (const part of text) server.emit('text', { bytes: part });
      return { contentHash, document: rest };
    },
    picturePages: async (request, { signal }) => (await recogniser()).picturePages(request, signal),
    recognisePage: async (request) => (await recogniser()).recognisePage(request),
  });
  let started: Promise<Recogniser> | null = null;
  /** Its code and data are large, and most parse processes never need them. */
  const recogniser = (): Promise<Recogniser> => {
    const onProgress = (path: string): void => server.emit('progress', { path });
    started ??= import('../recognise/recogniser.js').then((module) => new module.Recogniser(onProgress));
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
