// The key of the older office files ([MS-OFFCRYPTO] 2.3.5 and 2.3.6): RC4 with a new key for each block of the stream.
import { createHash } from 'node:crypto';
import { keyStream } from './rc4.js';

/** The key of a block by its number. */
export type BlockKeys = (block: number) => Uint8Array;

/** Gives the keys where the password is right, else null. */
export type BinaryLock = (password: string) => BlockKeys | null;

/** `header` begins with its version. Null where the lock is none that is known. */
export function binaryLock(header: Buffer): BinaryLock | null {
  if (header.length < 4) return null;
  const [major, minor] = [header.readUInt16LE(0), header.readUInt16LE(2)];
  if (major === 1 && minor === 1) return oldLock(header.subarray(4));
  return minor === 2 && major >= 2 && major <= 4 ? newerLock(header) : null;
}

/** Of Office 97: 40 bits, MD5. */
function oldLock(values: Buffer): BinaryLock | null {
  if (values.length < 48) return null;
  const [salt, verifier, verifierHash] = [values.subarray(0, 16), values.subarray(16, 32), values.subarray(32, 48)];
  return (password) => {
    const word = hash('md5', Buffer.from(password, 'utf16le')).subarray(0, 5);
    const mixed = hash('md5', Buffer.concat(Array.from({ length: 16 }, () => [word, salt]).flat())).subarray(0, 5);
    const keys: BlockKeys = (block) => hash('md5', mixed, number(block));
    return opens(keys, 'md5', verifier, verifierHash) ? keys : null;
  };
}

/** Of Office XP and 2003: 40 to 128 bits, SHA-1. */
function newerLock(header: Buffer): BinaryLock | null {
  if (header.length < 12) return null;
  const headBytes = header.readUInt32LE(8);
  const verifierAt = 12 + headBytes;
  if (headBytes < 32 || verifierAt + 60 > header.length) return null;
  const keyBytes = (header.readUInt32LE(28) || 40) / 8;
  if (header.readUInt32LE(20) !== rc4 || keyBytes > 16) return null;
  const salt = header.subarray(verifierAt + 4, verifierAt + 20);
  const verifier = header.subarray(verifierAt + 20, verifierAt + 36);
  const verifierHash = header.subarray(verifierAt + 40, verifierAt + 60);
  return (password) => {
    const word = hash('sha1', salt, Buffer.from(password, 'utf16le'));
    const keys: BlockKeys = (block) => {
      const key = hash('sha1', word, number(block)).subarray(0, keyBytes);
      // 40 bits are filled up with zeros to 128.
      return keyBytes === 5 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
    };
    return opens(keys, 'sha1', verifier, verifierHash) ? keys : null;
  };
}

const rc4 = 0x6801;

function opens(keys: BlockKeys, hashName: string, verifier: Buffer, verifierHash: Buffer): boolean {
  const next = keyStream(keys(0));
  const open = (data: Buffer): Buffer => Buffer.from(data.map((byte) => byte ^ next()));
  const wanted = hash(hashName, open(verifier));
  return open(verifierHash).equals(wanted);
}

/**
 * Takes the lock off a stream.
 * @param blockBytes after which a new key begins
 * @param isPlain whether the byte at a place is not locked; the key moves on all the same
 */
export function openStream(
  data: Buffer,
  keys: BlockKeys,
  { blockBytes, isPlain }: { readonly blockBytes: number; readonly isPlain: (at: number) => boolean },
): Buffer {
  const opened = Buffer.from(data);
  for (let start = 0; start < data.length; start += blockBytes) {
    const next = keyStream(keys(start / blockBytes));
    for (let at = start; at < Math.min(start + blockBytes, data.length); at += 1) {
      const key = next();
      if (!isPlain(at)) opened[at] = (data[at] ?? 0) ^ key;
    }
  }
  return opened;
}

function hash(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const hashing = createHash(name);
  for (const part of parts) hashing.update(part);
  return hashing.digest();
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
