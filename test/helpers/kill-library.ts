// Whatever a library does, killed at random moments: after each it opens, is whole, and has lost and doubled nothing.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { inspectExport, type Library } from '../../electron/engine/library.js';
import { filesWith } from './carried-library.js';
import { openTestLibrary } from './open-library.js';
import { temporaryFolder, writeFiles } from './temporary-folder.js';
import { writeShippedTinyModel, writeTinyModel } from './tiny-model.js';

export type LibraryTask =
  | { readonly kind: 'open' | 'reset' }
  | { readonly kind: 'index' | 'remove'; readonly root: string }
  | { readonly kind: 'build'; readonly model: string }
  | { readonly kind: 'import' | 'export'; readonly file: string };

export const taskKinds = ['index', 'build', 'import', 'open', 'export', 'remove', 'reset'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** In each passage of the folder that comes and goes, and nowhere else. */
const canary = 'zanzibarcanary';
const models = ['tiny', 'second'] as const;
const words = 'river bridge garden market lamp night heron boats stone flour apples fog tower ships bread mill'.split(
  ' ',
);

interface Kept {
  /** Names of the searchable documents of the folder that stays, and of the one that comes and goes. */
  readonly own: ReadonlySet<string>;
  readonly guests: ReadonlySet<string>;
  readonly model: string;
}

export interface KillOptions {
  /** Of the folder that stays, of the one that comes and goes, and passages of each. */
  readonly documents: number;
  readonly guests: number;
  readonly passages: number;
  readonly times: number;
  readonly random: () => number;
}

/** Gives how often each was killed before it had ended. */
export async function killLibrary(options: KillOptions): Promise<ReadonlyMap<TaskKind, number>> {
  const killed = new Map<TaskKind, number>();
  const scene = await Scene.make(options);
  for (let time = 0; time < options.times; time += 1) {
    // All of them in turn, each time in another order.
    const task = scene.taskOf(scene.nextKind());
    const hasEnded = await scene.killDuring(task);
    if (!hasEnded) killed.set(task.kind, (killed.get(task.kind) ?? 0) + 1);
    await scene.check(task, `${task.kind}, kill ${time}`);
  }
  await scene.heal();
  return killed;
}

class Scene {
  readonly #random: () => number;
  readonly #passages: number;
  readonly #guests: number;
  readonly #folder = temporaryFolder();
  readonly #roots = { own: temporaryFolder(), guests: temporaryFolder() };
  readonly #other = temporaryFolder();
  readonly #shipped = writeShippedTinyModel(join(this.#other, 'tiny'));
  readonly #target = join(temporaryFolder(), 'library.acervo');
  /** How long each takes about: it follows what is seen, so that some are killed before their end and some after. */
  readonly #spansMs = new Map<TaskKind, number>();
  #notes = 0;
  #kinds: TaskKind[] = [];
  #kept: Kept = { own: new Set(), guests: new Set(), model: models[0] };

  private constructor({ random, passages, guests }: KillOptions) {
    this.#random = random;
    this.#passages = passages;
    this.#guests = guests;
  }

  static async make(options: KillOptions): Promise<Scene> {
    const scene = new Scene(options);
    const { guests, own } = scene.#roots;
    for (let note = 0; note < options.documents; note += 1) scene.#write(own);
    for (let note = 0; note < options.guests; note += 1) scene.#write(guests, canary);
    const second = writeTinyModel(join(scene.#other, 'second'), { seed: 7 });
    const library = await scene.#open(join(scene.#other, 'library'));
    await library.models.add(second);
    await library.index({ paths: [guests] });
    await library.exportTo(scene.#exportOf('tiny'));
    await library.models.change({ model: 'second' });
    await library.exportTo(scene.#exportOf('second'));
    await library.close();
    const begun = await scene.#open(scene.#folder);
    await begun.models.add(second);
    await begun.close();
    return scene;
  }

  nextKind(): TaskKind {
    if (this.#kinds.length === 0) {
      this.#kinds = [...taskKinds]
        .map((kind) => ({ kind, at: this.#random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ kind }) => kind);
    }
    return this.#kinds.pop() ?? 'open';
  }

  /** What there is nothing of to be removed is brought in instead, and the other way about. */
  taskOf(kind: TaskKind): LibraryTask {
    const { own, guests, model } = this.#kept;
    if (own.size === 0 && kind !== 'import') return this.#index();
    switch (kind) {
      case 'index':
        return this.#index();
      case 'build':
        return { kind, model: model === models[0] ? models[1] : models[0] };
      case 'import':
      case 'remove':
        return guests.size === 0
          ? { kind: 'import', file: this.#exportOf(model) }
          : { kind: 'remove', root: this.#roots.guests };
      case 'export':
        return { kind, file: this.#target };
      default:
        return { kind };
    }
  }

  /** True where it had ended before. */
  async killDuring(task: LibraryTask): Promise<boolean> {
    const spanMs = this.#spansMs.get(task.kind) ?? 400;
    const script = new URL('work-library.mjs', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, this.#folder, this.#shipped, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const lines: string[] = [];
    const begun = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        resolve();
      });
    });
    await Promise.race([begun, gone]);
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#random() * 1.2 * spanMs);
    await gone;
    clearTimeout(timer);
    const hasEnded = lines.includes('done');
    expect(lines[0], `${task.kind} failed at its start`).toBe('begun');
    expect(hasEnded || child.signalCode === 'SIGKILL', `${task.kind} failed`).toBe(true);
    this.#spansMs.set(task.kind, Math.min(30_000, spanMs * (hasEnded ? 0.8 : 1.25)));
    return hasEnded;
  }

  async check(task: LibraryTask, when: string): Promise<void> {
    const before = this.#kept;
    const library = await this.#open(this.#folder);
    expect(library.isWhole, when).toBe(true);
    expect(await library.verify(), when).toMatchObject({ damage: [], repaired: [] });
    const after = await this.#keptIn(library, when);
    const isReset = task.kind === 'reset' && after.own.size === 0;
    expect(isReset || [...before.own].every((name) => after.own.has(name)), `documents lost: ${when}`).toBe(true);
    const guests = task.kind === 'import' ? [0, this.#guests] : task.kind === 'remove' ? [0, before.guests.size] : [];
    const all = isReset ? [0] : guests.length > 0 ? guests : [before.guests.size];
    expect(all, `documents that were imported or removed: ${when}`).toContain(after.guests.size);
    if (after.own.size > 0) {
      const { hits } = await library.search({ query: words.slice(0, 3).join(' '), mode: 'words', all: true });
      expect(hits.length, when).toBeGreaterThan(0);
    }
    await library.close();
    // What went, or came only in part, is in no file.
    if (after.guests.size === 0) expect(filesWith(this.#folder, canary), when).toEqual([]);
    if (existsSync(this.#target)) expect((await inspectExport(this.#target)).withText, when).toBe(true);
    this.#kept = after;
  }

  /** Nothing more is killed: the library becomes what a new one would be. */
  async heal(): Promise<void> {
    const library = await this.#open(this.#folder);
    await library.models.resume();
    await library.index({ paths: [this.#roots.own] });
    const { model } = await this.#keptIn(library, 'at the end');
    const documents = readdirSync(this.#roots.own, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const state = await library.status();
    const guests = this.#kept.guests.size;
    expect(state.documents).toMatchObject({ ready: documents.length + guests, words: 0, waiting: 0, failed: 0 });
    expect(await library.verify()).toMatchObject({ damage: [], repaired: [] });
    expect((await library.models.state()).building).toBeNull();

    const clean = await this.#open(temporaryFolder());
    await clean.models.add(join(this.#other, 'second'));
    await clean.models.change({ model });
    await clean.index({ paths: [this.#roots.own, ...(guests > 0 ? [this.#roots.guests] : [])] });
    const { chunks, vectors } = await clean.status();
    expect({ chunks: state.chunks, vectors: state.vectors }).toEqual({ chunks, vectors });
    await clean.close();
    await library.close();
    await this.#expectNoLeftovers();
  }

  /** A later export takes away what one left that was killed. */
  async #expectNoLeftovers(): Promise<void> {
    const library = await this.#open(this.#folder);
    await library.exportTo(this.#target);
    await library.close();
    expect(readdirSync(join(this.#target, '..'))).toEqual([basename(this.#target)]);
  }

  #open(folder: string): Promise<Library> {
    return openTestLibrary({ folder, modelFolder: this.#shipped, embedThreads: 1 });
  }

  #exportOf(model: string): string {
    return join(this.#other, `${model}.acervo`);
  }

  /** Each document once; `own` and `guests` are those that can be found. */
  async #keptIn(library: Library, when: string): Promise<Kept> {
    const { documents } = await library.documents({ offset: 0, limit: 100_000 });
    // One that moved may be known at its new place, without passages, until the next run has found it there.
    const searchable = documents.filter(({ chunks }) => chunks > 0).map(({ path }) => path);
    const names = searchable.map((path) => basename(path));
    expect(new Set(names).size, `documents doubled: ${when}`).toBe(names.length);
    const below = (root: string): ReadonlySet<string> =>
      new Set(searchable.filter((path) => path.startsWith(root)).map((path) => basename(path)));
    const { model } = await library.status();
    return {
      own: below(this.#roots.own),
      guests: below(this.#roots.guests),
      model: models.find((name) => model.startsWith(`${name}-`)) ?? model,
    };
  }

  /** New files, one that says something else, and one that moves to another folder. */
  #index(): LibraryTask {
    const root = this.#roots.own;
    for (let note = 0; note < 3; note += 1) this.#write(root);
    const moved = Math.floor(this.#random() * this.#notes);
    const edited = Math.floor(this.#random() * this.#notes);
    for (const folder of readdirSync(root)) {
      const [from, to] = [join(root, folder, `note-${moved}.md`), join(root, `moved-${this.#notes}`)];
      if (existsSync(from)) {
        mkdirSync(to, { recursive: true });
        renameSync(from, join(to, `note-${moved}.md`));
      }
      const file = `${folder}/note-${edited}.md`;
      if (existsSync(join(root, file))) writeFiles(root, { [file]: this.#text(edited) });
    }
    return { kind: 'index', root };
  }

  #write(root: string, mark = ''): void {
    const note = this.#notes++;
    writeFiles(root, { [`folder-${note % 7}/note-${note}.md`]: this.#text(note, mark) });
  }

  #text(note: number, mark = ''): string {
    const parts = Array.from({ length: this.#passages }, (_, part) => {
      const sentence = Array.from({ length: 24 }, () => words[Math.floor(this.#random() * words.length)]).join(' ');
      return `## Part ${part}\n\n${mark} Note ${note}: ${sentence}.`;
    });
    return `# Note ${note}\n\n${parts.join('\n\n')}\n`;
  }
}
