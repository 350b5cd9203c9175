// Locks office files for tests, as Office does ([MS-OFFCRYPTO]): packages of 2007 and of 2010, and older workbooks.
import { createCipheriv, createHash } from 'node:crypto';
import { CFB, utils, write } from '@e965/xlsx';
import { keyStream } from '../../electron/engine/load/office/lock/rc4.js';
import { contain } from './make-doc.js';

const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const verifier = Buffer.from('the verifier, 16');
const turns = 100;

function hash(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const hashing = createHash(name);
  for (const part of parts) hashing.update(part);
  return hashing.digest();
}

function number(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function padded(content: Uint8Array): Buffer {
  return Buffer.concat([content, Buffer.alloc((16 - (content.length % 16)) % 16)]);
}

function encipher(name: string, key: Buffer, start: Buffer | null, content: Uint8Array): Buffer {
  const cipher = createCipheriv(name, key, start).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded(content)), cipher.final()]);
}

function turned(name: string, password: string, count: number): Buffer {
  let value = hash(name, salt, Buffer.from(password, 'utf16le'));
  for (let turn = 0; turn < count; turn += 1) value = hash(name, number(turn), value);
  return value;
}

/** As Office 2010 and later: AES in chained blocks, SHA-512. */
export function lockAgile(content: Uint8Array, password: string, claimedTurns = turns): Uint8Array {
  const word = turned('sha512', password, turns);
  const key = Buffer.alloc(32, 5);
  const sealed = (block: string, value: Uint8Array): string => {
    const blockKey = hash('sha512', word, Buffer.from(block, 'hex')).subarray(0, 32);
    return encipher('aes-256-cbc', blockKey, salt, value).toString('base64');
  };
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += 4_096) {
    const start = hash('sha512', salt, number(at / 4_096)).subarray(0, 16);
    pieces.push(encipher('aes-256-cbc', key, start, content.subarray(at, at + 4_096)));
  }
  const values = `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${salt.toString('base64')}"`;
  const description = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${values}/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${claimedTurns}" ${values} encryptedVerifierHashInput="${sealed('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${sealed('d7aa0f6d3061344e', hash('sha512', verifier))}" encryptedKeyValue="${sealed('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  return contain({
    EncryptionInfo: Buffer.concat([Buffer.from([4, 0, 4, 0]), number(0x40), Buffer.from(description)]),
    EncryptedPackage: Buffer.concat([number(content.length, 0), ...pieces]),
  });
}

/** As Office 2007: AES in single blocks, SHA-1. */
export function lockStandard(content: Uint8Array, password: string): Uint8Array {
  const word = hash('sha1', turned('sha1', password, 50_000), number(0));
  const laid = (byte: number): Buffer => {
    const block = Buffer.alloc(64, byte);
    for (const [index, value] of word.entries()) block[index] = byte ^ value;
    return hash('sha1', block);
  };
  const key = Buffer.concat([laid(0x36), laid(0x5c)]).subarray(0, 16);
  const seal = (value: Uint8Array): Buffer => encipher('aes-128-ecb', key, null, value);
  const head = number(0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0);
  return contain({
    EncryptionInfo: Buffer.concat([
      Buffer.from([4, 0, 2, 0]),
      number(0x24, head.length),
      head,
      number(16),
      salt,
      seal(verifier),
      number(20),
      seal(hash('sha1', verifier)),
    ]),
    EncryptedPackage: Buffer.concat([number(content.length, 0), seal(content)]),
  });
}

export type WorkbookCipher = 'rc4' | 'rc4-crypto-api';

/** A workbook of before 2007 with one sheet, locked as Excel 97 or Excel 2003 does. */
export function lockWorkbook(
  sheet: string,
  rows: readonly (readonly string[])[],
  { password, cipher }: { readonly password: string; readonly cipher: WorkbookCipher },
): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), sheet);
  const file = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
  const entry = CFB.find(CFB.read(Buffer.from(file), { type: 'buffer' }), '/Workbook') as { content: Uint8Array };
  const stream = Buffer.from(entry.content);
  const { keys, filePass } = cipher === 'rc4' ? oldKeys(password) : newerKeys(password);
  const start = 4 + stream.readUInt16LE(2);
  const head = Buffer.from([0x2f, 0, filePass.length & 0xff, filePass.length >> 8]);
  const locked = Buffer.concat([stream.subarray(0, start), head, filePass, stream.subarray(start)]);
  // What says where a sheet begins counts from the start of the stream.
  const moved = head.length + filePass.length;
  const plain = new Uint8Array(locked.length);
  for (let at = 0; at + 4 <= locked.length; at += 4 + locked.readUInt16LE(at + 2)) {
    const [kind, length] = [locked.readUInt16LE(at), locked.readUInt16LE(at + 2)];
    if (kind === 0x85) locked.writeUInt32LE(locked.readUInt32LE(at + 4) + moved, at + 4);
    plain.fill(1, at, at + 4 + (kind === 0x809 || kind === 0x2f || kind === 0xe1 ? length : kind === 0x85 ? 4 : 0));
  }
  for (let block = 0; block * 1_024 < locked.length; block += 1) {
    const next = keyStream(keys(block));
    for (let at = block * 1_024; at < Math.min((block + 1) * 1_024, locked.length); at += 1) {
      const key = next();
      if (plain[at] !== 1) locked[at] = (locked[at] ?? 0) ^ key;
    }
  }
  return contain({ Workbook: locked });
}

interface WorkbookKeys {
  readonly keys: (block: number) => Buffer;
  readonly filePass: Buffer;
}

function oldKeys(password: string): WorkbookKeys {
  const word = hash('md5', Buffer.from(password, 'utf16le')).subarray(0, 5);
  const mixed = hash('md5', ...Array.from({ length: 16 }, () => [word, salt]).flat()).subarray(0, 5);
  const keys = (block: number): Buffer => hash('md5', mixed, number(block));
  const sealed = seal(keys(0), Buffer.concat([verifier, hash('md5', verifier)]));
  return { keys, filePass: Buffer.concat([Buffer.from([1, 0, 1, 0, 1, 0]), salt, sealed]) };
}

function newerKeys(password: string): WorkbookKeys {
  const word = hash('sha1', salt, Buffer.from(password, 'utf16le'));
  const keys = (block: number): Buffer => hash('sha1', word, number(block)).subarray(0, 16);
  const sealed = seal(keys(0), Buffer.concat([verifier, hash('sha1', verifier)]));
  const head = number(4, 0, 0x6801, 0x8004, 128, 1, 0, 0);
  const filePass = Buffer.concat([
    Buffer.from([1, 0, 4, 0, 2, 0]),
    number(4, head.length),
    head,
    number(16),
    salt,
    sealed.subarray(0, 16),
    number(20),
    sealed.subarray(16),
  ]);
  return { keys, filePass };
}

function seal(key: Buffer, content: Buffer): Buffer {
  const next = keyStream(key);
  return Buffer.from(content.map((byte) => byte ^ next()));
}
