// Windows' packager ([MS-OLEDS] 2.3.6, OLENativeStream): any file wrapped with its name.

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
  return { name: label.text === '' ? source.text : label.text, bytes: data.subarray(start, start + sizeBytes) };
}

function textAt(data: Buffer, start: number): { readonly text: string; readonly end: number } {
  const end = data.indexOf(0, start);
  return end === -1 ? { text: '', end: data.length } : { text: data.toString('latin1', start, end), end: end + 1 };
}
