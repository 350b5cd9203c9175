// The container of the older office files: just enough of it to say which document lies inside.
import { loadLimits } from '../load-limits.js';

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const entryBytes = 128;
const noSector = 0xfffffffa;
const headerTableSectors = 109;

export function isOle(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && signature.every((byte, index) => bytes[index] === byte);
}

/** Whether a package of today's office programs is locked in there by a password. */
export function isLockedPackage(bytes: Uint8Array): boolean {
  return isOle(bytes) && oleStreams(bytes).has('encryptedpackage');
}

/**
 * Names (lower case) of the streams and folders at the top of the container. Those of embedded documents lie deeper and are
 * not named. A container whose directory is damaged gives what can be found.
 */
export function oleStreams(bytes: Uint8Array): ReadonlySet<string> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = directoryEntries(data);
  const names = new Set<string>();
  const [root] = entries;
  const waiting = [root?.child ?? noSector];
  const seen = new Set<number>();
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    names.add(entry.name.toLowerCase());
    waiting.push(entry.left, entry.right);
  }
  return names;
}

interface DirectoryEntry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

function directoryEntries(data: Buffer): readonly DirectoryEntry[] {
  const shift = data.readUInt16LE(30);
  const sectorBytes = shift === 12 ? 4_096 : 512;
  const sectorAt = (sector: number): number => (sector + 1) * sectorBytes;
  const entries: DirectoryEntry[] = [];
  const seen = new Set<number>();
  let sector = data.readUInt32LE(48);
  while (sector < noSector && !seen.has(sector) && entries.length < loadLimits.maxOleEntries) {
    seen.add(sector);
    const start = sectorAt(sector);
    for (let at = start; at < start + sectorBytes && at + entryBytes <= data.length; at += entryBytes) {
      const nameBytes = Math.min(data.readUInt16LE(at + 64), 64);
      entries.push({
        name: data.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
        left: data.readUInt32LE(at + 68),
        right: data.readUInt32LE(at + 72),
        child: data.readUInt32LE(at + 76),
      });
    }
    sector = nextSector(data, sector, sectorBytes);
  }
  return entries;
}

/** By the allocation table, a list of sectors in which each sector's successor stands. */
function nextSector(data: Buffer, sector: number, sectorBytes: number): number {
  const perSector = sectorBytes / 4;
  const tableSector = tableSectorAt(data, Math.floor(sector / perSector), sectorBytes);
  return tableSector < noSector ? numberAt(data, (tableSector + 1) * sectorBytes + (sector % perSector) * 4) : noSector;
}

/** The header names the first 109 sectors of the table; a chain of further sectors names the rest. */
function tableSectorAt(data: Buffer, index: number, sectorBytes: number): number {
  if (index < headerTableSectors) return numberAt(data, 76 + index * 4);
  const perSector = sectorBytes / 4 - 1;
  let rest = index - headerTableSectors;
  let sector = numberAt(data, 68);
  while (sector < noSector && rest >= perSector) {
    sector = numberAt(data, (sector + 1) * sectorBytes + perSector * 4);
    rest -= perSector;
  }
  return sector < noSector ? numberAt(data, (sector + 1) * sectorBytes + rest * 4) : noSector;
}

function numberAt(data: Buffer, at: number): number {
  return at + 4 <= data.length ? data.readUInt32LE(at) : noSector;
}
