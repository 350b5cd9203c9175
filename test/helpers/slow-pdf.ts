// A small file that keeps its reader busy, for tests of what stops it.
import { deflateSync } from 'node:zlib';
import { makePdf } from './make-pdf.js';

/** A page that says nothing and takes many seconds to read: 60 MB of operators, packed into 60 kB. */
export function slowPdf(): Uint8Array {
  const packed = deflateSync(Buffer.alloc(60_000_000, 'q Q '));
  const file = Buffer.from(makePdf([{ operators: 'PLACEHOLDER' }])).toString('latin1');
  const body = `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`;
  return Buffer.from(
    file.replace(/<< \/Length \d+ >>\nstream\n[\s\S]*?endstream/, () => body),
    'latin1',
  );
}
