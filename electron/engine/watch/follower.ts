// Follows the disk: gathers where something changed, waits for a moment of quiet, and has just these places checked.
import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { CheckTarget } from '../ingest/check-root.js';
import { isChangedFromElsewhere } from '../ingest/file-system-kind.js';
import { FolderFilter } from '../ingest/folder-filter.js';
import type { Following } from '../ingest/following.js';
import { libraryPlaces } from '../ingest/library-places.js';
import type { FolderRow } from '../store/store-methods.js';
import { FolderWatches } from './folder-watches.js';
import { TouchedPlaces } from './touched-places.js';

export interface FollowTimes {
  /** A change is looked at when nothing has happened for so long, */
  readonly quietMs: number;
  /** or at the latest after so long. */
  readonly longestWaitMs: number;
  /** A file that was written so recently may be half written. */
  readonly freshMs: number;
  /** A file that is gone for so long was deleted: until then it may turn up elsewhere. */
  readonly graceMs: number;
  /** How often is looked whether drives came or went, and whether a check by the clock is due. */
  readonly tickMs: number;
  /** Roots that cannot be watched are checked so often, or less often where a check takes long. */
  readonly timedMs: number;
  /** How many folders are watched at most; the rest is checked by the clock. */
  readonly maxFolders?: number | undefined;
}

const usualTimes: FollowTimes = {
  quietMs: 500,
  longestWaitMs: 5_000,
  freshMs: 1_000,
  graceMs: 10_000,
  tickMs: 30_000,
  timedMs: 5 * 60_000,
};

/** A check by the clock may take this share of the time at most. */
const timedShare = 1 / 20;

export interface FollowerParts {
  readonly roots: () => Promise<readonly FolderRow[]>;
  readonly run: (targets: () => Promise<readonly CheckTarget[]>, following: Following) => Promise<unknown>;
  readonly isPaused: () => boolean;
  /** Absolute. */
  readonly libraryFolder: string;
  readonly onFailed: (error: unknown) => void;
  readonly times?: Partial<FollowTimes> | undefined;
}

interface RootTimes {
  /** It cannot be watched, or not all of it: checked by the clock. */
  isTimed: boolean;
  checkBeganMs: number;
  nextCheckMs: number;
}

export class Follower {
  readonly #parts: FollowerParts;
  readonly #times: FollowTimes;
  readonly #touched = new TouchedPlaces();
  readonly #watches: FolderWatches;
  readonly #roots = new Map<number, RootTimes>();
  readonly #filters = new WeakMap<FolderRow, FolderFilter>();
  readonly #waits = new Set<NodeJS.Timeout>();
  readonly #ticking: NodeJS.Timeout;
  #lastTickMs = Date.now();
  #quiet: NodeJS.Timeout | null = null;
  #firstTouchMs: number | null = null;
  #isRunning = false;
  #isClosed = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#times = { ...usualTimes, ...parts.times };
    this.#watches = new FolderWatches({
      onTouched: (root, place) => this.#heard(root, place),
      onUnwatched: (folderId) => this.#setTimed(folderId),
      maxFolders: this.#times.maxFolders,
    });
    this.#ticking = setInterval(() => void this.#tick(), this.#times.tickMs);
  }

  /** For runs that a person asked for: they look at everything now, and what they list is watched from then on. */
  get following(): Following {
    return this.#with({ graceMs: 0, freshMs: 0 });
  }

  /** The first check of everything. */
  async start(): Promise<void> {
    const targets = async (): Promise<readonly CheckTarget[]> =>
      (await this.#parts.roots()).map((root) => ({ root, under: '' }));
    await this.#parts.run(targets, this.#with({ graceMs: 0, freshMs: this.#times.freshMs }));
  }

  /** Work goes on after a pause. */
  resumed(): void {
    this.#arm();
  }

  forget(folderId: number): void {
    this.#watches.forget(folderId);
    this.#touched.forget(folderId);
    this.#roots.delete(folderId);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    for (const wait of this.#waits) clearTimeout(wait);
    this.#watches.close();
  }

  #with(times: Pick<Following, 'graceMs' | 'freshMs'>, onRead: () => void = () => undefined): Following {
    return {
      ...times,
      onRead,
      onListing: (root, folder) => {
        if (this.#isClosed) return;
        if (folder === '') this.#rootOf(root.folderId).checkBeganMs = performance.now();
        this.#watches.listing(root, folder);
      },
      onListed: (root, under, folders) => {
        if (this.#isClosed) return;
        this.#watches.listed(root, under, folders);
        if (under === '') void this.#noteChecked(root);
      },
      lookAgain: (root, places, afterMs) => {
        for (const place of places) this.#touchLater(root.folderId, place, afterMs);
      },
    };
  }

  #rootOf(folderId: number): RootTimes {
    const known = this.#roots.get(folderId) ?? { isTimed: false, checkBeganMs: 0, nextCheckMs: 0 };
    this.#roots.set(folderId, known);
    return known;
  }

  #setTimed(folderId: number): void {
    this.#rootOf(folderId).isTimed = true;
  }

  async #noteChecked(root: FolderRow): Promise<void> {
    const times = this.#rootOf(root.folderId);
    const nowMs = performance.now();
    times.nextCheckMs = nowMs + Math.max(this.#times.timedMs, (nowMs - times.checkBeganMs) / timedShare);
    if (await isChangedFromElsewhere(root.path)) times.isTimed = true;
  }

  #heard(root: FolderRow, place: string): void {
    const { folderId, path, isFile } = root;
    if (place !== '' && this.#filterOf(root).leavesOutFile(place)) return;
    // Every look changes the library's own files: looking at them, or at all of their folder, would have no end.
    const { libraryFolder } = this.#parts;
    const touched = join(path, place);
    if (!isFile && (touched === libraryFolder || libraryPlaces(path, libraryFolder)(touched))) return;
    this.#touch(folderId, place);
  }

  /** One for each root as long as its rules stay: each check brings the root as it is then. */
  #filterOf(root: FolderRow): FolderFilter {
    const filter = this.#filters.get(root) ?? new FolderFilter(root.rules);
    this.#filters.set(root, filter);
    return filter;
  }

  #touch(folderId: number, place: string): void {
    this.#touched.add(folderId, place);
    this.#firstTouchMs ??= performance.now();
    this.#arm();
  }

  #touchLater(folderId: number, place: string, afterMs: number): void {
    if (this.#isClosed) return;
    const wait = setTimeout(() => {
      this.#waits.delete(wait);
      this.#touch(folderId, place);
    }, afterMs);
    this.#waits.add(wait);
  }

  /** Sets the moment of the next look; after a run, a pause or a failure it is set by what comes next. */
  #arm(): void {
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#quiet = null;
    if (this.#isClosed || this.#isRunning || this.#touched.isEmpty || this.#parts.isPaused()) return;
    const { quietMs, longestWaitMs } = this.#times;
    const latestMs = (this.#firstTouchMs ?? performance.now()) + longestWaitMs - performance.now();
    this.#quiet = setTimeout(() => void this.#look(), Math.max(0, Math.min(quietMs, latestMs)));
  }

  async #look(): Promise<void> {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    this.#firstTouchMs = null;
    const taken = this.#touched.take();
    let hasFailed = false;
    try {
      await this.#untilRead(taken);
    } catch (error) {
      hasFailed = true;
      // Looked at again with the next change, or the next tick.
      for (const [folderId, places] of taken) for (const place of places) this.#touched.add(folderId, place);
      this.#tell(error);
    } finally {
      this.#isRunning = false;
      if (!hasFailed) this.#arm();
    }
  }

  /** Rejects when the look fails; a run that fails later, while it embeds, is only told. */
  #untilRead(taken: ReadonlyMap<number, readonly string[]>): Promise<void> {
    return new Promise((resolve, reject) => {
      let isRead = false;
      const onRead = (): void => {
        isRead = true;
        resolve();
      };
      this.#parts
        .run(() => this.#targetsAt(taken), this.#with(this.#times, onRead))
        .then(onRead, (error: unknown) => (isRead ? this.#tell(error) : reject(error)));
    });
  }

  #tell(error: unknown): void {
    if (!this.#isClosed) this.#parts.onFailed(error);
  }

  async #targetsAt(taken: ReadonlyMap<number, readonly string[]>): Promise<readonly CheckTarget[]> {
    return (await this.#parts.roots()).flatMap((root) =>
      (taken.get(root.folderId) ?? []).map((under): CheckTarget => ({ root, under })),
    );
  }

  async #tick(): Promise<void> {
    const clockMs = Date.now();
    // A computer that slept has heard nothing of what others did on shared drives, and its clock tells.
    const hasSlept = clockMs - this.#lastTickMs > this.#times.tickMs * 4;
    this.#lastTickMs = clockMs;
    // Everything else is due by a clock that nobody can move back.
    const nowMs = performance.now();
    const roots = await this.#parts.roots().catch(() => []);
    if (this.#isClosed) return;
    for (const folderId of this.#roots.keys()) {
      if (!roots.some((root) => root.folderId === folderId)) this.forget(folderId);
    }
    for (const root of roots) {
      if (!isAbsolute(root.path)) continue;
      const isThere = await canBeListed(root);
      const { isTimed, nextCheckMs } = this.#rootOf(root.folderId);
      const isDue = isTimed && nextCheckMs > 0 && nowMs >= nextCheckMs;
      if (isThere !== (root.state === 'ok') || (isThere && (hasSlept || isDue))) this.#touch(root.folderId, '');
    }
    this.#arm();
  }
}

/** The empty folder on which an unplugged drive was mounted is not the root. */
async function canBeListed({ path, state, inode }: FolderRow): Promise<boolean> {
  try {
    const found = await lstat(path, { bigint: true });
    if (state === 'ok' || inode === null || String(found.ino) === inode || !found.isDirectory()) return true;
    return (await readdir(path)).length > 0;
  } catch {
    return false;
  }
}
