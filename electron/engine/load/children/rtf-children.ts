// Objects embedded in RTF: each stands as hexadecimal digits behind `\objdata`, in the frame of OLE 1 ([MS-OLEDS] 2.2.5).
import { loadLimits } from '../load-limits.js';
import { packContainer } from '../office/ole-container.js';
import type { Container } from './container.js';
import { type EmbeddedObject, embeddedDocuments } from './embedded.js';

const word = Buffer.from('\\objdata');
const embeddedFormat = 2;
const backslash = 0x5c;
const groupEnd = 0x7d;

export async function rtfChildren(bytes: Uint8Array): Promise<Container> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const objects: EmbeddedObject[] = [];
  for (let at = data.indexOf(word); at !== -1 && objects.length < loadLimits.maxChildren; ) {
    const start = at + word.length;
    // An escaped backslash before it: somebody writes about RTF.
    if (data[at - 1] !== backslash) {
      objects.push({ name: `Object ${objects.length + 1}`, read: async () => nativeData(objectBytes(data, start)) });
    }
    at = data.indexOf(word, start);
  }
  return embeddedDocuments(objects, bytes.length);
}

/** Digits up to the end of their group, in lines of any length; or the bytes themselves behind `\bin` and how many they are. */
function objectBytes(data: Buffer, start: number): Buffer {
  const binary = /^\s*\\bin(\d{1,10}) ?/.exec(data.toString('latin1', start, start + 40));
  if (binary !== null) {
    const from = start + binary[0].length;
    return data.subarray(from, from + Number(binary[1]));
  }
  const end = data.indexOf(groupEnd, start);
  const digits = data.toString('latin1', start, end === -1 ? data.length : end).replace(/[^\da-f]+/gi, '');
  return Buffer.from(digits, 'hex');
}

/** What the frame holds: a container, or for Windows' packager its stream, which has its size before it elsewhere. Null for a link. */
function nativeData(frame: Buffer): Uint8Array | null {
  if (frame.length < 8 || frame.readUInt32LE(4) !== embeddedFormat) return null;
  let at = 8;
  let className = '';
  for (let name = 0; name < 3; name += 1) {
    if (at + 4 > frame.length) return null;
    const end = at + 4 + frame.readUInt32LE(at);
    if (end + 4 > frame.length) return null;
    if (name === 0) className = frame.toString('latin1', at + 4, end).replace(/\0.*$/s, '');
    at = end;
  }
  const content = frame.subarray(at + 4, at + 4 + frame.readUInt32LE(at));
  return className === 'Package'
    ? packContainer({ '\u0001Ole10Native': Buffer.concat([frame.subarray(at, at + 4), content]) })
    : content;
}
