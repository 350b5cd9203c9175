// A model's folder: its manifest read and checked, and each file verified before anything opens it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { poolings } from '../../../shared/domain/models.js';
import { AppError } from '../../../shared/errors.js';
import type { EmbedderIdentity } from './embedder.js';

const fileSchema = z.object({
  role: z.enum(['weights', 'tokenizer', 'tokenizer-config', 'model-config', 'background', 'calibration']),
  path: z
    .string()
    .min(1)
    .refine((path) => !normalize(path).startsWith('..') && !/^([/\\]|[A-Za-z]:)/.test(path), 'leaves the model folder'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of a background: the languages of its passages (ISO 639-1), the same number of each, in this order. */
  languages: z.array(z.string().regex(/^[a-z]{2}$/)).optional(),
});

const manifestSchema = z.object({
  name: z.string().regex(/^[a-z0-9.-]+$/i),
  licence: z.string(),
  source: z.string(),
  dimension: z.number().int().positive(),
  maxInputTokens: z.number().int().positive(),
  prefixes: z.object({ question: z.string(), passage: z.string() }),
  inputs: z.object({ tokenIds: z.string(), attentionMask: z.string(), tokenTypes: z.string().optional() }),
  output: z.object({
    name: z.string(),
    /** `in-model`: the output is one vector; else it is one a token: averaged, the first (`cls`) or the `last` one. */
    pooling: z.enum(poolings),
    normalised: z.boolean(),
    /** The output with one vector a token, where `name` is another one. A model without it cannot rerank. */
    tokens: z.string().optional(),
  }),
  files: z.array(fileSchema).min(1),
  /** Of a model that was added: how it is used is a part of what it is. */
  isAdded: z.boolean().optional(),
  /** What its trial has shown of the machine that it was added on. */
  measured: z.object({ tokensPerSecond: z.number().positive() }).optional(),
});

export type ModelManifest = z.infer<typeof manifestSchema>;
export type ModelFileRole = z.infer<typeof fileSchema>['role'];

export interface ModelFolder {
  readonly path: string;
  readonly manifest: ModelManifest;
  readonly identity: EmbedderIdentity;
  /** It only stands in for one whose files are gone: what was made with it is there, and whoever needs it is told. */
  readonly isAbsent?: boolean;
}

/** The model that ships with Acervo. */
const shippedModelName = 'multilingual-e5-small';

/**
 * Where a shipped model lies: beside the packed app's resources, or in the checkout that this code runs from.
 * @throws AppError `model-missing`
 */
export function modelFolder(name: string = shippedModelName): string {
  // Only Electron knows `resourcesPath`; unpacked, it is Electron's own folder and holds no models.
  const resourcesPath = (process as { readonly resourcesPath?: string }).resourcesPath;
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = resourcesPath === undefined ? [] : [join(resourcesPath, 'models', name)];
  for (let folder = here; ; folder = dirname(folder)) {
    candidates.push(join(folder, 'resources', 'models', name));
    if (dirname(folder) === folder) break;
  }
  const found = candidates.find((candidate) => existsSync(join(candidate, 'manifest.json')));
  if (found === undefined) {
    throw new AppError('model-missing', `The model ${name} is not where the app should be. ${nextOfShipped}`);
  }
  return found;
}

/**
 * Reads and checks a model's manifest. The files it names are verified when they are read, by {@link readModelFile}.
 * @throws AppError `model-missing` (no folder or manifest), `model-corrupt` (a manifest that makes no sense)
 */
export function openModelFolder(path: string): ModelFolder {
  let text: string;
  try {
    text = readFileSync(join(path, 'manifest.json'), 'utf8');
  } catch (cause) {
    throw missing(`There is no model in “${path}”`, path, cause);
  }
  const manifest = parseManifest(text);
  return { path, manifest, identity: identityOf(manifest) };
}

/** Stands in for the model of a library whose folder is gone. */
export function absentModel(
  path: string,
  name: string,
  { id, dimension }: Pick<EmbedderIdentity, 'id' | 'dimension'>,
): ModelFolder {
  const maxInputTokens = 512;
  return {
    path,
    isAbsent: true,
    identity: { id, name, dimension, maxInputTokens },
    manifest: {
      name,
      licence: '',
      source: '',
      dimension,
      maxInputTokens,
      prefixes: { question: '', passage: '' },
      inputs: { tokenIds: '', attentionMask: '' },
      output: { name: '', pooling: 'in-model', normalised: true },
      files: [],
      isAdded: true,
    },
  };
}

/** The folder with what a model's searches are judged by; null where it is gone. */
export function judgedBy({ path, isAbsent }: ModelFolder): string | null {
  return isAbsent === true ? null : path;
}

/** Whether each file that the manifest names is there; what is in them is verified when they are read. */
export function hasItsFiles({ path, manifest }: ModelFolder): boolean {
  return manifest.files.every((file) => existsSync(join(path, ...file.path.split('/'))));
}

function identityOf(manifest: ModelManifest): EmbedderIdentity {
  // A new calibration changes no vector, so it must not cost an embedding either.
  const hashes = manifest.files
    .filter(({ role }) => role !== 'background' && role !== 'calibration')
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => file.sha256);
  const { dimension, maxInputTokens, prefixes, output } = manifest;
  if (manifest.isAdded === true) hashes.push(JSON.stringify([dimension, maxInputTokens, prefixes, output.pooling]));
  const content = createHash('sha256').update(hashes.join('\n')).digest('hex').slice(0, 12);
  return { id: `${manifest.name}-${content}`, name: manifest.name, dimension, maxInputTokens };
}

/** The name of the output with one vector a token; null where the model has none. */
export function tokensOutput({ output }: ModelManifest): string | null {
  return output.tokens ?? (output.pooling === 'mean' ? output.name : null);
}

/**
 * The content of the model's file of that role, only if its SHA-256 is the manifest's. Call it in a worker thread.
 * @throws AppError `model-missing`, `model-corrupt`
 */
export async function readModelFile(model: ModelFolder, role: ModelFileRole): Promise<Buffer> {
  const parts: Buffer[] = [];
  await verify(model, role, (part) => parts.push(Buffer.from(part)));
  return Buffer.concat(parts);
}

/**
 * The path of the model's file of that role, only if its SHA-256 is the manifest's. For the weights: the runtime reads
 * them itself, and a copy of 84 MB would stay in memory for a long time. Call it in a worker thread.
 * @throws AppError `model-missing`, `model-corrupt`
 */
export function verifiedModelFile(model: ModelFolder, role: ModelFileRole): Promise<string> {
  return verify(model, role, () => undefined);
}

async function verify(model: ModelFolder, role: ModelFileRole, onPart: (part: Buffer) => void): Promise<string> {
  const entry = model.manifest.files.find((file) => file.role === role);
  if (entry === undefined) throw corrupt(`The manifest of ${model.manifest.name} names no file for ${role}`);
  const path = join(model.path, entry.path.split('/').join(sep));
  const hash = createHash('sha256');
  try {
    await readParts(path, (part) => {
      hash.update(part);
      onPart(part);
    });
  } catch (cause) {
    throw missing(`The model's file ${entry.path} cannot be read`, model.path, cause);
  }
  if (hash.digest('hex') !== entry.sha256) {
    throw corrupt(`The model's file ${entry.path} has changed`, { path: model.path });
  }
  return path;
}

/** Calls `onPart` with the file's content part by part; the buffer is used again for the next part. */
async function readParts(path: string, onPart: (part: Buffer) => void): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(1024 * 1024);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      onPart(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** @throws AppError `model-corrupt` */
export function parseManifest(text: string): ModelManifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw corrupt("The model's manifest.json cannot be understood", { cause });
  }
}

const nextOfShipped = 'Install Acervo again, or fetch the repository anew.';

/** A model that ships lies among the app's resources, one that was added in its library. */
function nextStep(path: string): string {
  if (basename(dirname(dirname(path))).toLowerCase() === 'resources') return nextOfShipped;
  return 'Put the model back there as it was, add it again under the same name, or change to another one.';
}

function missing(what: string, path: string, cause?: unknown): AppError {
  return new AppError('model-missing', `${what}. ${nextStep(path)}`, { cause });
}

function corrupt(what: string, { cause, path }: { readonly cause?: unknown; readonly path?: string } = {}): AppError {
  const next = path === undefined ? 'Install Acervo again, or add the model again.' : nextStep(path);
  return new AppError('model-corrupt', `${what}, so it is not opened. ${next}`, { cause });
}
