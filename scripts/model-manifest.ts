// Notes in a model's manifest.json what a script has written into the model's folder.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFileRole, ModelManifest } from '../electron/engine/embed/model-files.js';

/** Writes `content` as the model's file of that role, and its SHA-256 into the manifest. */
export async function writeModelFile(
  folder: string,
  file: {
    readonly role: ModelFileRole;
    readonly path: string;
    readonly content: Uint8Array | string;
    readonly languages?: readonly string[];
  },
): Promise<void> {
  await writeFile(join(folder, file.path), file.content);
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ModelManifest;
  const others = manifest.files.filter(({ role }) => role !== file.role);
  const files = [
    ...others,
    {
      role: file.role,
      path: file.path,
      sha256,
      ...(file.languages === undefined ? {} : { languages: [...file.languages] }),
    },
  ];
  await writeFile(join(folder, 'manifest.json'), manifestText({ ...manifest, files }));
}

/** One line for each field and each file, so that a change is one line of a diff. */
function manifestText({ files, ...fields }: ModelManifest): string {
  const lines = Object.entries(fields).map(([name, value]) => `  ${JSON.stringify(name)}: ${inline(value)},`);
  const fileLines = files.map((file) => `    ${inline(file)}`).join(',\n');
  return `{\n${lines.join('\n')}\n  "files": [\n${fileLines}\n  ]\n}\n`;
}

function inline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${inline(field)}`);
  return `{ ${fields.join(', ')} }`;
}
