// The binary PowerPoint file: its records, and where each slide begins. Types and offsets are those of Microsoft's open
// specification [MS-PPT].

import { loadLimits } from '../../load-limits.js';
import { damagedError, passwordError } from '../office-errors.js';

export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  /** True where it holds records, not data. */
  readonly isContainer: boolean;
  readonly content: Buffer;
}

export const recordTypes = {
  document: 1_000,
  slide: 1_006,
  slideAtom: 1_007,
  notes: 1_008,
  slidePersist: 1_011,
  outlineReference: 3_998,
  textHeader: 3_999,
  textCharacters: 4_000,
  textBytes: 4_008,
  objectAtom: 4_035,
  embeddedObject: 4_044,
  storage: 4_113,
  slideList: 4_080,
  userEdit: 4_085,
  persistDirectory: 6_002,
} as const;

const headBytes = 8;
const encryptedMark = 0xf3d1c4df;

/** The records that follow each other in `data`, as far as they are whole. */
export function* recordsIn(data: Buffer): Generator<PptRecord> {
  let at = 0;
  while (at + headBytes <= data.length) {
    const record = recordAt(data, at);
    if (record === null) return;
    yield record;
    at += headBytes + record.content.length;
  }
}

export function recordAt(data: Buffer, at: number): PptRecord | null {
  if (at < 0 || at + headBytes > data.length) return null;
  const head = data.readUInt16LE(at);
  const length = data.readUInt32LE(at + 4);
  return {
    type: data.readUInt16LE(at + 2),
    instance: head >> 4,
    isContainer: (head & 0xf) === 0xf,
    content: data.subarray(at + headBytes, at + headBytes + length),
  };
}

/** All records of a container that hold data, at any depth, in order. */
export function* atomsIn(container: PptRecord, depth = 0): Generator<PptRecord> {
  if (depth > loadLimits.maxRecordDepth) return;
  for (const record of recordsIn(container.content)) {
    if (record.isContainer) yield* atomsIn(record, depth + 1);
    else yield record;
  }
}

export interface PptFile {
  readonly document: PptRecord;
  /** A slide or a page of notes by its number in the file's own list. */
  readonly persisted: (id: number) => PptRecord | null;
}

/** Follows the list of edits: each says where what it changed begins, and newer ones come first. */
export function openPpt(data: Buffer, currentUser: Buffer | null): PptFile {
  if (currentUser === null || currentUser.length < 20) throw damagedError();
  if (currentUser.readUInt32LE(12) === encryptedMark) throw passwordError();
  const places = new Map<number, number>();
  let documentId: number | null = null;
  let edit = currentUser.readUInt32LE(16);
  for (let count = 0; count < loadLimits.maxEdits && edit !== 0; count++) {
    const record = recordAt(data, edit);
    if (record === null || record.type !== recordTypes.userEdit || record.content.length < 20) break;
    documentId ??= record.content.readUInt32LE(16);
    addPlaces(places, recordAt(data, record.content.readUInt32LE(12)));
    const older = record.content.readUInt32LE(8);
    if (older >= edit) break;
    edit = older;
  }
  const persisted = (id: number): PptRecord | null => recordAt(data, places.get(id) ?? -1);
  const document = documentId === null ? null : persisted(documentId);
  if (document === null || document.type !== recordTypes.document) throw damagedError();
  return { document, persisted };
}

/** Numbers of the objects that are embedded, in the file's own list: no links, no controls, and no macros, which are listed elsewhere. */
export function objectNumbersOf(document: PptRecord): readonly number[] {
  const numbers = new Set<number>();
  const containers = [document];
  for (const container of containers) {
    const isObject = container.type === recordTypes.embeddedObject;
    for (const record of recordsIn(container.content)) {
      if (isObject && record.type === recordTypes.objectAtom && record.content.length >= 20) {
        numbers.add(record.content.readUInt32LE(16));
      }
      if (record.isContainer && containers.length < loadLimits.maxOleEntries) containers.push(record);
    }
  }
  return [...numbers];
}

/** Runs of places: a first number with a count, then as many places. */
function addPlaces(places: Map<number, number>, directory: PptRecord | null): void {
  if (directory === null || directory.type !== recordTypes.persistDirectory) return;
  const { content } = directory;
  let at = 0;
  while (at + 4 <= content.length) {
    const head = content.readUInt32LE(at);
    const count = head >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= content.length; index++, at += 4) {
      const id = (head & 0xfffff) + index;
      if (!places.has(id)) places.set(id, content.readUInt32LE(at));
    }
  }
}
