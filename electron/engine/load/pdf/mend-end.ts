// The end of a PDF, where its table of contents is: told whether it is whole, and mended where it was cut off.

const tailBytes = 2_048;
/** Of a table of contents: as much as its own description takes. */
const maxTableHead = 1_024;

/** True where the end points at a table of contents, as in every whole PDF. */
export function endsIntact(bytes: Uint8Array): boolean {
  const tail = latin1(bytes.subarray(-tailBytes));
  const offset = Number(/startxref\s+(\d+)\s*%%EOF/.exec(tail)?.[1] ?? Number.NaN);
  if (!(offset < bytes.length)) return false;
  const table = latin1(bytes.subarray(offset, offset + maxTableHead));
  return /^\s*xref/.test(table) || (/^\s*\d+\s+\d+\s+obj/.test(table) && isWholeStream(bytes, offset, table));
}

/** A file that was sent as if it were text has streams of another length than they say. */
function isWholeStream(bytes: Uint8Array, offset: number, table: string): boolean {
  const start = /stream\r?\n/.exec(table);
  const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(start === null ? '' : table.slice(0, start.index))?.[1];
  if (start === null || length === undefined) return true;
  const end = offset + start.index + start[0].length + Number(length);
  return /^\s*endstream/.test(latin1(bytes.subarray(end, end + 16)));
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
