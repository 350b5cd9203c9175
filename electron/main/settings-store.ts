// The person's settings in one small JSON file, written to a temporary name and renamed.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { defaultSettings, type Settings, settingsSchema } from '../../shared/domain/settings.js';

export interface SettingsStore {
  get(): Settings;
  /** Throws when the file can't be written; the settings are then as before. */
  change(change: Partial<Settings>): Settings;
  onChanged(listener: (settings: Settings, before: Settings) => void): void;
}

/** A file that can't be understood is put aside under `<name>.broken`, and the defaults are used. */
export function createSettingsStore(file: string, onBroken: () => void = () => undefined): SettingsStore {
  const listeners: ((settings: Settings, before: Settings) => void)[] = [];
  let settings = read(file, onBroken);
  return {
    get: () => settings,
    change(change) {
      const before = settings;
      const next = settingsSchema.parse({ ...before, ...change });
      writeJsonWhole(file, next);
      settings = next;
      for (const listener of listeners) listener(next, before);
      return next;
    },
    onChanged: (listener) => {
      listeners.push(listener);
    },
  };
}

/** Writes JSON so that the file is there whole, old or new, whatever happens. */
export function writeJsonWhole(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, file);
}

function read(file: string, onBroken: () => void): Settings {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The first start, or a file without permission: both begin with the defaults.
    return defaultSettings;
  }
  const parsed = settingsSchema.safeParse(jsonOrUndefined(text));
  if (parsed.success) return parsed.data;
  renameSync(file, `${file}.broken`);
  onBroken();
  return defaultSettings;
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
