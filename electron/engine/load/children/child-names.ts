// Names inside files are anything at all, and often hostile. They become names that are safe to show and to look up by.
import { isIgnoredName } from '../../ingest/ignore.js';
import { loadLimits } from '../load-limits.js';

/** Signs that no eye sees, and those that turn the direction of writing so that `fdp.exe` looks like `exe.pdf`. */
const unseen = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The parts of a name with `/` between them: no `..`, no drive, no root, nothing empty, nothing endless. Names are never used
 * as paths; this keeps them from looking like one. Empty where nothing is left.
 */
export function safeName(name: string): string {
  const parts = name
    .toWellFormed()
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => shortened(part.replace(unseen, '').trim()))
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[A-Za-z]:$/.test(part));
  // The last part says what it is: where all are too long, the first ones go.
  while (parts.length > 1 && parts.join('/').length > loadLimits.maxNameCharacters) parts.shift();
  return parts.join('/');
}

/** What systems and editors leave about is passed over inside archives just as on disk. */
export function isIgnoredInside(name: string): boolean {
  return name.split('/').some(isIgnoredName);
}

function shortened(part: string): string {
  if (part.length <= loadLimits.maxNamePartCharacters) return part;
  const dot = part.lastIndexOf('.');
  const extension = dot > 0 && part.length - dot <= 12 ? part.slice(dot) : '';
  return `${part.slice(0, loadLimits.maxNamePartCharacters - extension.length - 1).trim()}…${extension}`.toWellFormed();
}

/** Gives each name once: a second `plan.pdf` becomes `plan (2).pdf`. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** Where to go on counting, so that ten thousand equal names are not counted from the start each time. */
  readonly #counts = new Map<string, number>();

  take(name: string): string {
    let unique = name;
    for (let count = this.#counts.get(name) ?? 2; this.#taken.has(unique); count++) {
      unique = numbered(name, count);
      this.#counts.set(name, count + 1);
    }
    this.#taken.add(unique);
    return unique;
  }
}

function numbered(name: string, count: number): string {
  const start = name.lastIndexOf('/') + 1;
  const dot = name.lastIndexOf('.');
  return dot > start ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}
