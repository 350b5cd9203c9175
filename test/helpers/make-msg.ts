// Outlook messages for tests, written with the compound file writer of the library that reads them.
import * as burner from '@kenjiuno/msgreader/lib/Burner.js';

export interface MadeMessage {
  readonly subject: string;
  readonly senderName: string;
  readonly senderAddress: string;
  readonly body?: string;
  /** Bytes in the charset that `codepage` names. */
  readonly html?: Uint8Array;
  readonly codepage?: number;
  readonly to: readonly { readonly name: string; readonly address: string }[];
  readonly attachments: readonly (string | { readonly name: string; readonly content: Uint8Array })[];
  /** A body that is kept as RTF only. */
  readonly rtf?: string;
}

type Entry = Parameters<typeof burner.burn>[0][number];
/** Kinds of entries in a compound file. */
const [directoryKind, documentKind, rootKind] = [1, 2, 5];

export function makeMsg(message: MadeMessage): Uint8Array {
  const entries: Entry[] = [{ name: 'Root Entry', type: rootKind ?? 5, length: 0, children: [] }];
  const add = (parent: number, name: string, content: Uint8Array | null): number => {
    const index = entries.length;
    entries.push(
      content === null
        ? { name, type: directoryKind ?? 1, length: 0, children: [] }
        : { name, type: documentKind ?? 2, length: content.length, binaryProvider: () => Uint8Array.from(content) },
    );
    entries[parent]?.children?.push(index);
    return index;
  };
  const addText = (parent: number, tag: string, words: string): void => {
    add(parent, `__substg1.0_${tag}001F`, Buffer.from(words, 'utf16le'));
  };
  const names = add(0, '__nameid_version1.0', null);
  for (const tag of ['00020102', '00030102', '00040102']) add(names, `__substg1.0_${tag}`, new Uint8Array());
  add(
    0,
    '__properties_version1.0',
    properties(32, message.codepage === undefined ? [] : [[0x3fde0003, message.codepage]]),
  );
  addText(0, '001A', 'IPM.Note');
  addText(0, '0037', message.subject);
  addText(0, '0C1A', message.senderName);
  addText(0, '0C1F', message.senderAddress);
  if (message.body !== undefined) addText(0, '1000', message.body);
  if (message.html !== undefined) add(0, '__substg1.0_10130102', message.html);
  for (const [index, { name, address }] of message.to.entries()) {
    const recipient = add(0, `__recip_version1.0_#${String(index).padStart(8, '0')}`, null);
    add(recipient, '__properties_version1.0', properties(8, [[0x0c150003, 1]]));
    addText(recipient, '3001', name);
    addText(recipient, '3003', address);
  }
  if (message.rtf !== undefined) add(0, '__substg1.0_10090102', compressed(message.rtf));
  for (const [index, one] of message.attachments.entries()) {
    const { name, content } = typeof one === 'string' ? { name: one, content: Buffer.from('data') } : one;
    const attachment = add(0, `__attach_version1.0_#${String(index).padStart(8, '0')}`, null);
    add(attachment, '__properties_version1.0', properties(8, [[0x37050003, 1]]));
    addText(attachment, '3707', name);
    add(attachment, '__substg1.0_37010102', content);
  }
  return burner.burn(entries);
}

/** RTF as Outlook packs it ([MS-OXRTFCP]): eight letters after each byte that says that they are letters. */
function compressed(rtf: string): Uint8Array {
  const letters = Buffer.from(rtf, 'latin1');
  const groups: Buffer[] = [];
  for (let at = 0; at < letters.length; at += 8) groups.push(Buffer.from([0]), letters.subarray(at, at + 8));
  const packed = Buffer.concat(groups);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(packed.length + 12, 0);
  head.writeUInt32LE(letters.length, 4);
  head.write('LZFu', 8, 'latin1');
  return Buffer.concat([head, packed]);
}

/** A header of zeros, then 16 bytes a property: its tag, flags, its number. */
function properties(headerBytes: number, values: readonly (readonly [number, number])[]): Uint8Array {
  const stream = Buffer.alloc(headerBytes + values.length * 16);
  for (const [index, [tag, value]] of values.entries()) {
    stream.writeUInt32LE(tag, headerBytes + index * 16);
    stream.writeUInt32LE(6, headerBytes + index * 16 + 4);
    stream.writeUInt32LE(value, headerBytes + index * 16 + 8);
  }
  return stream;
}
