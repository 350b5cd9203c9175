// How quickly real documents are read: two parse processes side by side as in the app, with all that lies inside the files, without
// text recognition, and without a library.
import { readFileSync } from 'node:fs';
import { forkParser } from '../../electron/engine/load/fork-parser.js';
import { loadLimits } from '../../electron/engine/load/load-limits.js';
import type { DocumentPlace } from '../../electron/engine/load/parse-methods.js';
import { Parser } from '../../electron/engine/load/parser.js';
import { AppError } from '../../shared/errors.js';

export interface Figures {
  readonly files: number;
  /** The files and what lies in them. */
  readonly documents: number;
  readonly seconds: number;
  readonly textPdfs: { readonly files: number; readonly pages: number; readonly seconds: number };
  /** Of one parse process; null where the system does not tell. */
  readonly largestBytes: number | null;
}

const processes = 2;
const lookEveryMs = 100;
const room = { children: loadLimits.maxChildren, bytes: loadLimits.maxChildrenBytes };

/** @param files absolute paths, each once */
export async function measure(files: readonly string[]): Promise<Figures> {
  const sizes = new SizeWatch();
  try {
    const all = await readAll(files, sizes);
    const texts = all.pdfs.filter(({ place }) => (place.inside ?? []).length === 0);
    const again = await readAll(
      texts.map(({ place }) => place.path),
      sizes,
    );
    return {
      files: files.length,
      documents: all.documents,
      seconds: all.seconds,
      textPdfs: {
        files: texts.length,
        pages: texts.reduce((sum, { pages }) => sum + pages, 0),
        seconds: again.seconds,
      },
      largestBytes: sizes.largestBytes,
    };
  } finally {
    sizes.stop();
  }
}

interface ReadPdf {
  readonly place: DocumentPlace;
  readonly pages: number;
}

async function readAll(
  files: readonly string[],
  sizes: SizeWatch,
): Promise<{ readonly documents: number; readonly seconds: number; readonly pdfs: readonly ReadPdf[] }> {
  const parser = new Parser({
    processes,
    start: async () => {
      const connection = await forkParser();
      sizes.watch(connection.pid);
      return connection;
    },
  });
  const waiting: DocumentPlace[] = files.map((path) => ({ path }));
  const pdfs: ReadPdf[] = [];
  let documents = 0;
  const work = async (): Promise<void> => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      documents += 1;
      const { path, inside = [] } = place;
      const read = await readOne(parser, place);
      for (const name of read.children) waiting.push({ path, inside: [...inside, name] });
      if (read.pdfPages !== null) pdfs.push({ place, pages: read.pdfPages });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: processes }, work));
  const seconds = (performance.now() - started) / 1_000;
  parser.close();
  return { documents, seconds, pdfs };
}

/** What can't be read may hold documents all the same. */
async function readOne(
  parser: Parser,
  place: DocumentPlace,
): Promise<{ readonly children: readonly string[]; readonly pdfPages: number | null }> {
  try {
    const { children, document } = await parser.load({ ...place, room });
    return {
      children: children.map(({ name }) => name),
      pdfPages: document.type === 'pdf' ? document.pages : null,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { children: [], pdfPages: null };
  }
}

/** The largest resident size of processes, as Linux keeps it. */
class SizeWatch {
  largestBytes: number | null = null;
  readonly #pids = new Set<number>();
  readonly #timer = setInterval(() => this.#look(), lookEveryMs);

  watch(pid: number | null): void {
    if (pid !== null) this.#pids.add(pid);
  }

  stop(): void {
    this.#look();
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const pid of this.#pids) {
      const kibibytes = Number(/^VmHWM:\s*(\d+)/m.exec(statusOf(pid))?.[1] ?? 0);
      if (kibibytes > 0) this.largestBytes = Math.max(this.largestBytes ?? 0, kibibytes * 1_024);
      else this.#pids.delete(pid);
    }
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

export function sayFigures({ files, documents, seconds, textPdfs, largestBytes }: Figures): readonly string[] {
  const memory = largestBytes === null ? 'not told by this system' : `${Math.round(largestBytes / 1_048_576)} MB`;
  return [
    `all ${files} files, ${documents} documents with what lies in them: ${seconds.toFixed(1)} s without recognition`,
    `text PDFs: ${textPdfs.pages} pages of ${textPdfs.files} files in ${textPdfs.seconds.toFixed(1)} s, ${(textPdfs.pages / textPdfs.seconds).toFixed(0)} pages a second in total`,
    `largest parse process: ${memory}`,
  ];
}
