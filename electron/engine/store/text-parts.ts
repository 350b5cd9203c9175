// A document's text in the store: in parts, so that a passage is read without the rest.
import { createHash } from 'node:crypto';
import { textPartCharacters } from './migrations/0001-initial.js';
import type { Database } from './sqlite.js';

interface TextPart {
  readonly start: number;
  readonly text: string;
}

/** Cuts a text into parts of at most `size` UTF-16 units; a surrogate pair is never split, since half of one is no text. */
export function* textParts(text: string, size: number = textPartCharacters): IterableIterator<TextPart> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + size, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) && end - 1 > start) end -= 1;
    yield { start, text: text.slice(start, end) };
    start = end;
  }
}

/** NULs become spaces, since SQLite's strings end at them. Loaders do so too; no offset changes. */
function storedText(text: string): string {
  return text.replaceAll('\0', ' ');
}

/** Of a text as it is stored: SHA-256 of its UTF-8. */
export function textHash(text: string): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(storedText(text), 'utf8').digest());
}

export function insertText(db: Database, row: number, text: string): void {
  for (const part of textParts(storedText(text))) {
    db.run('INSERT INTO text_parts (document, start, text) VALUES (?, ?, ?)', row, part.start, part.text);
  }
}

/** The whole text of a document; '' where it has none. */
export function readText(db: Database, row: number): string {
  return db
    .all<{ text: string }>('SELECT text FROM text_parts WHERE document = ? ORDER BY start', row)
    .map(({ text }) => text)
    .join('');
}

/** `text.slice(start, end)` of a document, reading only the parts that it touches. */
export function readPassage(db: Database, row: number, start: number, end: number): string {
  const parts = db.all<TextPart>(
    `SELECT start, text FROM text_parts
     WHERE document = ?1 AND start < ?3
       AND start >= coalesce((SELECT max(start) FROM text_parts WHERE document = ?1 AND start <= ?2), 0)
     ORDER BY start`,
    row,
    start,
    end,
  );
  const first = parts[0]?.start ?? 0;
  return parts
    .map(({ text }) => text)
    .join('')
    .slice(start - first, end - first);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
