// Windows' packager ([MS-OLEDS] 2.3.6, OLENativeStream): any file wrapped with its name.
import { extensionOf } from '../sniff-type.js';

export interface PackagedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Null where the stream is no such package. */
export function unwrapPackage(stream: Uint8Array): PackagedFile | null {
  const data = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
  // Whole size, then a number that is always 2.
  if (data.length < 12 || data.readUInt16LE(4) !== 2) return null;
  const label = textAt(data, 6);
  const source = textAt(data, label.end);
  // Two numbers, then the size of the temporary path and the path.
  const pathBytes = source.end + 8 <= data.length ? data.readUInt32LE(source.end + 4) : 0;
  const sizeAt = source.end + 8 + pathBytes;
  if (sizeAt + 4 > data.length) return null;
  const sizeBytes = data.readUInt32LE(sizeAt);
  const start = sizeAt + 4;
  if (sizeBytes === 0 || start + sizeBytes > data.length) return null;
  const wide = wideNames(data, start + sizeBytes);
  return {
    name: nameOf(wide?.label ?? label.text, wide?.source ?? source.text),
    bytes: data.subarray(start, start + sizeBytes),
  };
}

/** What people see is the label; where that says nothing of the kind, the name of the file that it was made of does. */
function nameOf(label: string, source: string): string {
  const [shown, own] = [lastPart(label), lastPart(source)];
  return shown === '' || (extensionOf(shown) === '' && extensionOf(own) !== '') ? own : shown;
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim();
}

function textAt(data: Buffer, start: number): { readonly text: string; readonly end: number } {
  const end = data.indexOf(0, start);
  return end === -1 ? { text: '', end: data.length } : { text: data.toString('latin1', start, end), end: end + 1 };
}

/** Newer Windows writes the names once more behind the file, in Unicode: the temporary path, the label, the source. */
function wideNames(data: Buffer, start: number): { readonly label: string; readonly source: string } | null {
  const names: string[] = [];
  let at = start;
  while (names.length < 3) {
    if (at + 4 > data.length) return null;
    const end = at + 4 + data.readUInt32LE(at) * 2;
    if (end > data.length) return null;
    names.push(data.toString('utf16le', at + 4, end).replace(/\0.*$/s, ''));
    at = end;
  }
  const [, label = '', source = ''] = names;
  return { label, source };
}
