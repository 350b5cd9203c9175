// The library's folders as a person sets them: added, put into collections, told what to leave out, and looked through before.
import { isAbsolute, relative, sep } from 'node:path';
import type { WorkEstimate } from '../../../shared/domain/estimate.js';
import type { FolderRules, RulesPreview } from '../../../shared/domain/folder-rules.js';
import { defaultCollection } from '../../../shared/domain/library.js';
import { AppError } from '../../../shared/errors.js';
import type { RpcClient } from '../../../shared/rpc.js';
import { loadLimits } from '../load/load-limits.js';
import { extensionOf, isAtOrUnder } from '../store/paths.js';
import type { FolderRow, StoreMethods } from '../store/store-methods.js';
import type { CheckTarget } from './check-root.js';
import { type FileSum, secondsFor } from './estimate.js';
import { FolderFilter } from './folder-filter.js';
import { isMediaName } from './ignore.js';
import { resolveRoot } from './resolve-root.js';
import { type LeftOut, scanRoot } from './scan.js';

export interface FolderRequest {
  readonly paths: readonly string[];
  readonly collection?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly maxFileBytes?: number | null | undefined;
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

  /** Roots for paths, and which part of its root each one is. @throws AppError `wrong-use`, `vanished`, `unreadable` */
  async register(request: FolderRequest): Promise<CheckTarget[]> {
    const { paths, collection = defaultCollection } = request;
    const found: Awaited<ReturnType<typeof resolveRoot>>[] = [];
    for (const path of paths) {
      if (!isAbsolute(path)) throw new AppError('wrong-use', 'A path has to be absolute.');
      found.push(await resolveRoot(path, () => this.#store.call('roots', null)));
    }
    // Only now: where one of them is not there, none is added.
    const targets: CheckTarget[] = [];
    for (const { real, isFile } of found) {
      const root = await this.#store.call('addRoot', { path: real, isFile, collection });
      const under = relative(root.path, real).split(sep).join('/');
      targets.push({ root: await this.#withRules(root, under, request), under });
    }
    return targets;
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
      const { real } = await resolveRoot(path, async () => roots);
      if (roots.some((root) => (root.isFile ? root.path === real : isAtOrUnder(real, root.path)))) continue;
      // One that cannot be listed is told of when it is indexed.
      isWhole = (await this.#look(real, undefined, sums, { signal }).catch(ifListed)) && isWhole;
    }
    const { speed, densities } = await this.#store.call('speed', null);
    return { ...total(sums), seconds: secondsFor(sums, densities, speed), isMeasured: speed !== null, isWhole };
  }

  async #withRules(root: FolderRow, under: string, { ignore, maxFileBytes }: FolderRequest): Promise<FolderRow> {
    if (ignore === undefined && maxFileBytes === undefined) return root;
    if (under !== '' || root.isFile) {
      const words = `Patterns and size limits belong to a whole folder of the library. Give “${root.path}” instead.`;
      throw new AppError('wrong-use', root.isFile ? 'A single file takes no patterns and no size limit.' : words);
    }
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
