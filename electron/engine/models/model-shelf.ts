// The models that a library can use: the one that ships, and those that were added, each in a folder of its own inside the library's.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { ModelInfo } from '../../../shared/domain/models.js';
import type { ModelHints } from '../../../shared/domain/models-schema.js';
import { AppError } from '../../../shared/errors.js';
import {
  absentModel,
  hasItsFiles,
  type ModelFolder,
  type ModelManifest,
  openModelFolder,
} from '../embed/model-files.js';
import type { Generation } from '../store/store-methods.js';
import { startWorker } from '../workers/start-worker.js';
import { type DescribedModel, describeModel } from './describe-model.js';
import type { TrialMethods } from './trial-worker.js';

const folderName = 'models';
const addingPrefix = '.adding-';
const copyBytes = 1024 * 1024;

export class ModelShelf {
  readonly shipped: ModelFolder;
  readonly #folder: string;

  /** @param libraryFolder absolute */
  constructor(libraryFolder: string, shipped: ModelFolder) {
    this.#folder = join(libraryFolder, folderName);
    this.shipped = shipped;
  }

  /** Null: the one that ships. @throws AppError `model-missing`, `model-corrupt` */
  open(name: string | null): ModelFolder {
    if (name === null) return this.shipped;
    const folder = join(this.#folder, name);
    if (existsSync(join(folder, 'manifest.json'))) return openModelFolder(folder);
    throw new AppError(
      'model-missing',
      `The model “${name}”, which this library was made with, is not in “${this.#folder}” any more. Put it back there, as it was.`,
    );
  }

  /** The model that a library was made with. Where its files are gone, one that stands in for it: words can be searched without it. */
  inUse({ embedder, dimension, model: name }: Generation): ModelFolder {
    if (name == null) return this.shipped;
    const folder = join(this.#folder, name);
    const added = this.#added().find((model) => model.path === folder);
    return added !== undefined && hasItsFiles(added) ? added : absentModel(folder, name, { id: embedder, dimension });
  }

  /** By the name that a person knows. @throws AppError `not-found` */
  named(name: string): ModelFolder {
    const found = [this.shipped, ...this.#added()].find(({ manifest }) => manifest.name === name);
    if (found !== undefined) return found;
    throw new AppError('not-found', `There is no model “${name}”. “acervo model list” names those that there are.`);
  }

  /** As generations name it. */
  keyOf(model: ModelFolder): string | null {
    return model.path === this.shipped.path ? null : model.manifest.name;
  }

  /** With the one in use, also where its files are gone. */
  async list(generation: Generation): Promise<readonly ModelInfo[]> {
    const inUse = this.inUse(generation);
    const others = [this.shipped, ...this.#added()].filter(
      ({ path }) => inUse.isAbsent !== true || path !== inUse.path,
    );
    const models = inUse.isAbsent === true ? [...others, inUse] : others;
    return Promise.all(models.map((model) => this.#info(model, generation.embedder)));
  }

  /**
   * Copies a model into the library, tries it, and keeps it where it is fit. Nothing of it stays where it is not.
   * @param folder absolute
   * @throws AppError `model-incomplete`, `model-unclear`, `model-unfit`, `wrong-use` where its name is taken; `disk-full`, `read-only`
   */
  async add(folder: string, hints: ModelHints = {}, signal?: AbortSignal): Promise<ModelFolder> {
    const described = await describeModel(folder, hints);
    const adding = join(this.#folder, `${addingPrefix}${randomUUID()}`);
    try {
      await mkdir(adding, { recursive: true });
      const files = await copyFiles(folder, adding, described, signal);
      const draft = draftOf(described, files);
      await writeManifest(adding, draft);
      const isKnown = described.manifest !== null;
      const { inputs, output, tokensPerSecond } = await tried(adding, described, isKnown);
      if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
      await writeManifest(adding, { ...draft, inputs, output, measured: { tokensPerSecond } });
      return await this.#keep(adding);
    } catch (error) {
      throw diskError(error);
    } finally {
      await rm(adding, { recursive: true, force: true });
    }
  }

  /** Its folder goes. @throws AppError `model-in-use` for the one that ships, `not-found` */
  async remove(name: string): Promise<void> {
    const model = this.named(name);
    if (model.path === this.shipped.path) {
      throw new AppError('model-in-use', 'This model is part of Acervo and stays. Only those that were added can go.');
    }
    await rm(model.path, { recursive: true, force: true });
  }

  /** What a process left behind that was killed while it added a model. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      if (name.startsWith(addingPrefix)) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  /** One that is there already, as it is, is not kept twice; one that has lost files is replaced. */
  async #keep(adding: string): Promise<ModelFolder> {
    const fresh = openModelFolder(adding);
    const { name } = fresh.manifest;
    const target = join(this.#folder, name);
    const known = [this.shipped, ...this.#added()].find(({ manifest }) => manifest.name === name);
    if (known !== undefined) {
      const isSame = known.identity.id === fresh.identity.id;
      if (isSame && hasItsFiles(known)) return known;
      if (!isSame)
        throw new AppError('wrong-use', `There is another model “${name}” already. Give this one another name.`);
    }
    await rm(target, { recursive: true, force: true });
    await rename(adding, target);
    return openModelFolder(target);
  }

  /** Those that cannot be understood are left out: they cannot be used either. */
  #added(): readonly ModelFolder[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).flatMap((name) => {
      try {
        const model = openModelFolder(join(this.#folder, name));
        return model.manifest.name === name ? [model] : [];
      } catch {
        return [];
      }
    });
  }

  async #info(model: ModelFolder, inUse: string): Promise<ModelInfo> {
    const { name, dimension, maxInputTokens, prefixes, output, files } = model.manifest;
    const sizes = await Promise.all(files.map(({ path }) => sizeOf(join(model.path, ...path.split('/')))));
    return {
      name,
      dimension,
      maxInputTokens,
      pooling: output.pooling,
      prefixes,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      isShipped: model.path === this.shipped.path,
      isInUse: model.identity.id === inUse,
      isMissing: model.isAbsent === true,
      isCalibrated: files.some(({ role }) => role === 'calibration'),
    };
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

type ManifestFile = ModelManifest['files'][number];

/** Each file with the hash of what was copied; of a folder with a manifest of ours it has to be the one that that says. */
async function copyFiles(
  from: string,
  to: string,
  { files, manifest }: DescribedModel,
  signal: AbortSignal | undefined,
): Promise<ManifestFile[]> {
  const copied: ManifestFile[] = [];
  for (const { role, path } of files) {
    const parts = path.split('/').join(sep);
    const target = join(to, parts);
    await mkdir(dirname(target), { recursive: true });
    const sha256 = await copyHashed(join(from, parts), target, signal).catch((cause: unknown) => {
      if (cause instanceof AppError || isOfTarget(cause)) throw cause;
      throw new AppError('model-incomplete', `Its file ${path} cannot be read. Fetch the model once more.`, { cause });
    });
    const known = manifest?.files.find((file) => file.path === path);
    if (known !== undefined && known.sha256 !== sha256) {
      throw new AppError(
        'model-incomplete',
        `Its file ${path} is not the one that its manifest.json names. Fetch the model once more.`,
      );
    }
    copied.push({ ...known, role, path, sha256 });
  }
  return copied;
}

async function copyHashed(from: string, to: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(copyBytes);
  const source = await open(from);
  try {
    const target = await open(to, 'w');
    try {
      for (;;) {
        if (signal?.aborted) throw new AppError('cancelled', 'Cancelled.');
        const { bytesRead } = await source.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
        await target.writeFile(buffer.subarray(0, bytesRead));
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return hash.digest('hex');
}

/** Names of inputs and outputs come from the trial. */
function draftOf(described: DescribedModel, files: ManifestFile[]): ModelManifest {
  if (described.manifest !== null) return described.manifest;
  const { name, licence, source, dimension, maxInputTokens, prefixes, pooling } = described;
  return {
    name,
    licence,
    source,
    dimension,
    maxInputTokens,
    prefixes,
    inputs: { tokenIds: 'input_ids', attentionMask: 'attention_mask' },
    output: { name: 'last_hidden_state', pooling: pooling ?? 'mean', normalised: false },
    files,
    isAdded: true,
  };
}

async function writeManifest(folder: string, manifest: ModelManifest): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function tried(folder: string, { pooling }: DescribedModel, isKnown: boolean): ReturnType<TrialMethods['try']> {
  const { client } = startWorker<TrialMethods>('trial-worker');
  return client.call('try', { folder, pooling, isKnown });
}

const diskCodes: Readonly<Record<string, AppError>> = {
  ENOSPC: new AppError(
    'disk-full',
    'The disk that holds the library is full. Free some space, and add the model again.',
  ),
  EDQUOT: new AppError(
    'disk-full',
    'The disk that holds the library is full. Free some space, and add the model again.',
  ),
  EACCES: new AppError('read-only', 'The library folder cannot be written. Check its permissions.'),
  EROFS: new AppError('read-only', 'The library folder cannot be written. Check its permissions.'),
};

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | null)?.code);
}

/** Writing failed, not reading. */
function isOfTarget(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes(codeOf(error));
}

function diskError(error: unknown): unknown {
  return error instanceof AppError ? error : (diskCodes[codeOf(error)] ?? error);
}
