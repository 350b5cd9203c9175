// The settings file: whole, small and forgiving.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { libraryFolderIn } from '../../electron/main/ipc/settings.js';
import { createSettingsStore } from '../../electron/main/settings-store.js';
import { defaultSettings, settingsChangeSchema } from '../../shared/domain/settings.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acervo-settings-'));
  file = join(folder, 'data', 'settings.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('begins with the defaults and writes nothing by itself', () => {
  expect(createSettingsStore(file).get()).toStrictEqual(defaultSettings);
  expect(existsSync(file)).toBe(false);
});

it('keeps a change for the next start, tells of it, and leaves no temporary file', () => {
  const store = createSettingsStore(file);
  const told: unknown[] = [];
  store.onChanged((next, before) => told.push([next.theme, before.theme]));
  store.change({ theme: 'dark', language: 'es' });
  expect(told).toStrictEqual([['dark', 'system']]);
  expect(createSettingsStore(file).get()).toStrictEqual({ ...defaultSettings, theme: 'dark', language: 'es' });
  expect(readdirSync(join(folder, 'data'))).toStrictEqual(['settings.json']);
});

it.each(['{ half', '{"theme":"purple"}', '[]', ''])('puts a file that holds %o aside and goes on', (text) => {
  createSettingsStore(file).change({ theme: 'dark' });
  writeFileSync(file, text);
  let broken = 0;
  const store = createSettingsStore(file, () => {
    broken++;
  });
  expect(store.get()).toStrictEqual(defaultSettings);
  expect(broken).toBe(1);
  expect(readFileSync(`${file}.broken`, 'utf8')).toBe(text);
});

it('refuses a value that makes no sense and stays as it was', () => {
  const store = createSettingsStore(file);
  store.change({ threshold: 0.4 });
  expect(() => store.change({ threshold: 4 })).toThrow();
  expect(store.get().threshold).toBe(0.4);
});

it('gives the library a folder of its own inside one that holds other things', () => {
  expect(libraryFolderIn(folder)).toBe(folder);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  expect(libraryFolderIn(folder)).toBe(join(folder, 'Acervo'));
  writeFileSync(join(folder, 'library.db'), '');
  expect(libraryFolderIn(folder)).toBe(folder);
});

it('changes what was named and leaves the rest as the person set it', () => {
  const store = createSettingsStore(file);
  for (const change of [{ language: 'es' }, { theme: 'dark' }, { threshold: 0.3 }]) {
    store.change(settingsChangeSchema.parse(change) as Partial<typeof defaultSettings>);
  }
  expect(store.get()).toStrictEqual({ ...defaultSettings, language: 'es', theme: 'dark', threshold: 0.3 });
  expect(settingsChangeSchema.safeParse({ libraryFolder: '/tmp' }).success).toBe(false);
});
