// The library's folders as a person sets them: added, put into collections, told what to leave out, and looked through before.
import { isAbsolute, relative, sep } from 'node:path';
import type { WorkEstimate } from '../../../shared/domain/estimate.js';
import type { FolderRules, RulesPreview } from '../../../shared/domain/folder-rules.js';
import { defaultCollection } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import { loadLimits } from '../load/load-limits.js';
import { extensionOf, isUnder } from '../store/paths.js';
import type { FolderRow, StoreMethods } from '../store/store-methods.js';
import type { CheckTarget } from './check-root.js';
import { type FileSum, secondsFor } from './estimate.js';
import { FolderFilter } from './folder-filter.js';
import { isMediaName } from './ignore.js';
import { type RealPath, resolveRoot, rootAround } from './resolve-root.js';
import { type LeftOut, scanRoot } from './scan.js';

export interface FolderRequest {
  readonly paths: readonly string[];
  readonly collection?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly maxFileBytes?: number | null | undefined;
  /** Only what lies in a folder of the library is taken. */
  readonly onlyKnown?: boolean | undefined;
}

export interface AskedTargets {
  /** A run that was interrupted asks once more: what was taken out meanwhile does not come back by that. */
  readonly now: () => Promise<readonly CheckTarget[]>;
  readonly last: () => readonly CheckTarget[];
}

export interface FolderChange {
  readonly folderId: number;
  /** All of them, in place of those of before. */
  readonly rules?: FolderRules | undefined;
  readonly collection?: string | undefined;
}

/** Looking through a folder that has no end, or lies on a slow network, is ended here and said to be so. */
const maxLookMs = 10_000;

export class Folders {
  readonly #store: RpcClient<StoreMethods, Record<never, never>>;
  readonly #libraryFolder: string;
  #previewing = new AbortController();

  constructor(store: RpcClient<StoreMethods, Record<never, never>>, libraryFolder: string) {
    this.#store = store;
    this.#libraryFolder = libraryFolder;
  }

  /** What is asked for now, and registered when its run begins. */
  ask(request: FolderRequest): AskedTargets {
    const before = this.#store.call('roots', null);
    // Told by whoever awaits it.
    before.catch(() => null);
    let registered: readonly CheckTarget[] | null = null;
    return {
      now: async () => {
        registered =
          registered === null ? await this.register(request, await before) : await this.#stillThere(registered);
        return registered;
      },
      last: () => registered ?? [],
    };
  }

  /**
   * Roots for paths, and which part of its root each one is; none twice.
   * @param before the roots at the moment it was asked: what lay in one that is gone since was taken out, and is not added anew
   * @throws AppError `wrong-use`, `vanished`, `unreadable`; then nothing was changed
   */
  async register(request: FolderRequest, before: readonly FolderRow[] = []): Promise<readonly CheckTarget[]> {
    const { paths, collection = defaultCollection } = request;
    const roots = await this.#store.call('roots', null);
    const isOut = (path: string): boolean =>
      rootAround(roots, path) === undefined && (request.onlyKnown === true || rootAround(before, path) !== undefined);
    const found: RealPath[] = [];
    for (const path of paths) {
      if (!isAbsolute(path)) throw new AppError('wrong-use', 'A path has to be absolute.');
      if (isOut(path)) continue;
      const one = await this.#resolve(path, roots);
      if (!isOut(one.real)) found.push(one);
    }
    // Folders before what lies in them.
    found.sort((a, b) => a.real.length - b.real.length);
    if (hasRules(request)) refuseRulesInside(found, roots);
    // Only now: where one of them is not there, or refused, none is added.
    const targets: CheckTarget[] = [];
    for (const { real, isFile } of found) {
      const root = await this.#store.call('addRoot', { path: real, isFile, collection });
      const under = relative(root.path, real).split(sep).join('/');
      targets.push({ root: await this.#withRules(root, request), under });
    }
    return eachOnce(targets);
  }

  /** The same targets as the library knows them now: without those whose root was taken out since. */
  async #stillThere(targets: readonly CheckTarget[]): Promise<readonly CheckTarget[]> {
    const roots = await this.#store.call('roots', null);
    return targets.flatMap(({ root: { folderId, path }, under }) => {
      // The number of one that is gone may be another's.
      const root = roots.find((one) => one.folderId === folderId && one.path === path);
      return root === undefined ? [] : [{ root, under }];
    });
  }

  #resolve(path: string, roots: readonly FolderRow[]): Promise<RealPath> {
    return resolveRoot(path, {
      roots: async () => roots,
      holds: async (one) => this.#store.call('holdsPath', { path: one }),
    });
  }

  /** @throws AppError `not-found`; `wrong-use` for a collection without a name */
  async set({ folderId, rules, collection }: FolderChange): Promise<{ readonly documents: number }> {
    const name = collection?.trim();
    if (name === '') throw new AppError('wrong-use', 'A collection needs a name.');
    return this.#store.call('setFolder', { folderId, rules, collection: name });
  }

  /** What rules would leave out of a folder now; whoever asked before is answered with `cancelled`. @throws AppError `not-found`, `vanished`, `cancelled` */
  async preview(folderId: number, rules: FolderRules, signal?: AbortSignal): Promise<RulesPreview> {
    const root = (await this.#store.call('roots', null)).find((one) => one.folderId === folderId);
    if (root === undefined) throw new AppError('not-found', 'This folder is not in the library any more.');
    this.#previewing.abort();
    this.#previewing = new AbortController();
    const either = AbortSignal.any([this.#previewing.signal, ...(signal === undefined ? [] : [signal])]);
    const left: Record<LeftOut, number> = { file: 0, folder: 0, 'too-large': 0 };
    const sums = new Map<string, FileSum>();
    const isWhole = await this.#look(root.path, rules, sums, {
      signal: either,
      onLeftOut: (what) => {
        left[what] += 1;
      },
    }).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('vanished', 'This folder cannot be reached now. Connect its drive, then try again.', {
        cause,
      });
    });
    const all = total(sums);
    return {
      ...all,
      leftOutFiles: left.file,
      leftOutFolders: left.folder,
      tooLarge: left['too-large'],
      isWhole,
    };
  }

  /**
   * How much work these folders and files will be. What lies in a folder that is in the library already is none: a check
   * reads only what changed.
   */
  async estimate(paths: readonly string[], signal?: AbortSignal): Promise<WorkEstimate> {
    const roots = await this.#store.call('roots', null);
    const sums = new Map<string, FileSum>();
    let isWhole = true;
    for (const path of paths) {
      const { real } = await this.#resolve(path, roots);
      if (rootAround(roots, real) !== undefined) continue;
      // One that cannot be listed is told of when it is indexed.
      isWhole = (await this.#look(real, undefined, sums, { signal }).catch(ifListed)) && isWhole;
    }
    const { speed, densities } = await this.#store.call('speed', null);
    return { ...total(sums), seconds: secondsFor(sums, densities, speed), isMeasured: speed !== null, isWhole };
  }

  async #withRules(root: FolderRow, request: FolderRequest): Promise<FolderRow> {
    if (!hasRules(request)) return root;
    const { ignore, maxFileBytes } = request;
    const rules: FolderRules = {
      ...root.rules,
      ...(ignore === undefined ? {} : { patterns: [...ignore] }),
      ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    };
    await this.#store.call('setFolder', { folderId: root.folderId, rules });
    return { ...root, rules };
  }

  /** Adds up what would be read. False where it was ended before its end. */
  async #look(
    path: string,
    rules: FolderRules | undefined,
    sums: Map<string, FileSum>,
    { signal, onLeftOut }: { readonly signal: AbortSignal | undefined; readonly onLeftOut?: (what: LeftOut) => void },
  ): Promise<boolean> {
    const time = AbortSignal.timeout(maxLookMs);
    const either = signal === undefined ? time : AbortSignal.any([time, signal]);
    const options = { signal: either, without: this.#libraryFolder, filter: new FolderFilter(rules), onLeftOut };
    for await (const { entries } of scanRoot({ path }, '', options)) {
      if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
      for (const { relativePath, sizeBytes } of entries) {
        if (!isRead(relativePath, sizeBytes)) continue;
        const type = extensionOf(relativePath);
        const sum = sums.get(type) ?? { files: 0, bytes: 0 };
        sums.set(type, { files: sum.files + 1, bytes: sum.bytes + sizeBytes });
      }
      if (time.aborted) return false;
    }
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
    return !time.aborted;
  }
}

/** Whether folders are told what to leave out from now on. */
export function hasRules({ ignore, maxFileBytes }: Pick<FolderRequest, 'ignore' | 'maxFileBytes'>): boolean {
  return ignore !== undefined || maxFileBytes !== undefined;
}

/** @throws AppError `wrong-use` for a file, and for what is or will be part of a larger folder */
function refuseRulesInside(found: readonly RealPath[], roots: readonly FolderRow[]): void {
  for (const { real, isFile } of found) {
    if (isFile) throw new AppError('wrong-use', 'A single file takes no patterns and no size limit.');
    const around =
      rootAround(roots, real) ??
      rootAround(
        found.map((one) => ({ path: one.real, isFile: one.isFile })),
        real,
      );
    if (around === undefined || around.path === real) continue;
    const words = `Patterns and size limits belong to a whole folder of the library. Give “${around.path}” instead.`;
    throw new AppError('wrong-use', words);
  }
}

/** Without those that are another one, or part of it. */
function eachOnce(targets: readonly CheckTarget[]): readonly CheckTarget[] {
  return targets.filter(
    ({ root, under }, at) =>
      at === targets.findIndex((one) => one.root.folderId === root.folderId && isUnder(under, one.under)),
  );
}

/** Films, programs and what is too large are listed, and not read. */
function isRead(relativePath: string, sizeBytes: number): boolean {
  return !isMediaName(relativePath) && sizeBytes <= loadLimits.maxFileBytes;
}

function ifListed(error: unknown): boolean {
  if (error instanceof AppError) throw error;
  return true;
}

function total(sums: ReadonlyMap<string, FileSum>): FileSum {
  let files = 0;
  let bytes = 0;
  for (const sum of sums.values()) {
    files += sum.files;
    bytes += sum.bytes;
  }
  return { files, bytes };
}
