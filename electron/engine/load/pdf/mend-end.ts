// The end of a PDF, where its table of contents is: told whether it is whole, and mended where it was cut off.

const tailBytes = 2_048;

/** True where the end points at a table of contents, as in every whole PDF. */
export function endsIntact(bytes: Uint8Array): boolean {
  const tail = latin1(bytes.subarray(-tailBytes));
  const offset = Number(/startxref\s+(\d+)\s*%%EOF/.exec(tail)?.[1] ?? Number.NaN);
  if (!(offset < bytes.length)) return false;
  return /^\s*(?:xref|\d+\s+\d+\s+obj)/.test(latin1(bytes.subarray(offset, offset + 32)));
}

/** A download that broke off has no trailer; pdf.js finds the objects by itself, but must be told which is the first. */
export function withTrailer(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes('trailer')) return bytes;
  const at = file.indexOf('/Catalog');
  const head = latin1(bytes.subarray(Math.max(0, at - 200), Math.max(0, at)));
  const root = [...head.matchAll(/(\d+)\s+(\d+)\s+obj\b/g)].at(-1);
  if (at === -1 || root === undefined) return bytes;
  return Uint8Array.from(Buffer.concat([file, Buffer.from(`\ntrailer\n<< /Root ${root[1]} ${root[2]} R >>\n%%EOF\n`)]));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
