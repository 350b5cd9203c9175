// Office packages that are locked by a password ([MS-OFFCRYPTO] 2.3.4): the key is made from the password by hashing it many times over,
// and a verifier in the file says whether it is the right one.
import { createDecipheriv, createHash, hash as hashAtOnce } from 'node:crypto';
import { AppError } from '../../../../../shared/errors.js';
import { loadLimits } from '../../load-limits.js';
import { openContainer } from '../ole-container.js';
import { parseXml } from '../xml.js';
import { findElement } from '../xml-names.js';

/** Gives the package where the password is right, else null. */
export type PackageLock = (password: string) => Uint8Array | null;

/** Null where the lock is none that is known, or is damaged: that the file is locked is sure all the same. */
export function packageLock(bytes: Uint8Array): PackageLock | null {
  try {
    return knownLock(openContainer(bytes));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function knownLock(stream: (name: string) => Buffer | null): PackageLock | null {
  const [info, locked] = [stream('EncryptionInfo'), stream('EncryptedPackage')];
  if (info === null || locked === null || info.length < 8 || locked.length < 8) return null;
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  if (major === 4 && minor === 4) return agileLock(info.subarray(8), locked);
  return minor === 2 && major >= 2 && major <= 4 ? standardLock(info, locked) : null;
}

const blockBytes = 16;
const standardTurns = 50_000;
const algorithms: Readonly<Record<number, number>> = { 26126: 16, 26127: 24, 26128: 32 };

/** Of Office 2007: AES in single blocks, SHA-1 ([MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9). */
function standardLock(info: Buffer, locked: Buffer): PackageLock | null {
  const headBytes = info.readUInt32LE(8);
  const verifierAt = 12 + headBytes;
  if (headBytes < 32 || verifierAt + 72 > info.length) return null;
  const keyBytes = algorithms[info.readUInt32LE(20)];
  if (keyBytes === undefined || info.readUInt32LE(verifierAt) !== blockBytes) return null;
  const salt = info.subarray(verifierAt + 4, verifierAt + 20);
  const verifier = info.subarray(verifierAt + 20, verifierAt + 36);
  const verifierHash = info.subarray(verifierAt + 40, verifierAt + 72);
  return (password) => {
    const turned = hash('sha1', turnHash('sha1', salt, password, standardTurns), number(0));
    const key = Buffer.concat([hash('sha1', filled(turned, 0x36)), hash('sha1', filled(turned, 0x5c))]).subarray(
      0,
      keyBytes,
    );
    const open = (data: Buffer): Buffer => decipher(`aes-${keyBytes * 8}-ecb`, key, null, data);
    const isRight = hash('sha1', open(verifier)).equals(open(verifierHash).subarray(0, 20));
    return isRight ? cut(open(locked.subarray(8)), locked) : null;
  };
}

/** 64 bytes of one value, in which the hash stands at the front, one laid over the other. */
function filled(value: Buffer, byte: number): Uint8Array {
  return Uint8Array.from({ length: 64 }, (_value, index) => byte ^ (value[index] ?? 0));
}

const segmentBytes = 4_096;
/** What the password's hash is hashed with once more, to open each of the three values ([MS-OFFCRYPTO] 2.3.4.13). */
const blocks = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
} as const;

interface AgileValues {
  readonly hashName: string;
  readonly cipher: string;
  readonly keyBytes: number;
  readonly salt: Buffer;
}

/** Of Office 2010 and later: AES in chained blocks with a new start for each segment ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15). */
function agileLock(description: Buffer, locked: Buffer): PackageLock | null {
  const tree = parseXml(description);
  const attributesOf = (name: string): Readonly<Record<string, string | undefined>> =>
    findElement(tree, name)?.attributes ?? {};
  const own = attributesOf('crypt:encryptedKey');
  const [data, word] = [agileValues(attributesOf('crypt:keyData')), agileValues(own)];
  const turns = Number(own.spinCount);
  if (data === null || word === null || !(turns >= 0 && turns <= loadLimits.maxPasswordTurns)) return null;
  return (password) => {
    const turned = turnHash(word.hashName, word.salt, password, turns);
    const open = (block: Buffer, value: string | undefined): Buffer =>
      decipher(
        word.cipher,
        sized(hash(word.hashName, turned, block), word.keyBytes),
        sized(word.salt, blockBytes),
        Buffer.from(value ?? '', 'base64'),
      );
    const wanted = hash(word.hashName, open(blocks.verifier, own.encryptedVerifierHashInput));
    const isRight = open(blocks.verifierHash, own.encryptedVerifierHashValue).subarray(0, wanted.length).equals(wanted);
    if (!isRight) return null;
    const key = open(blocks.key, own.encryptedKeyValue).subarray(0, data.keyBytes);
    const content = locked.subarray(8);
    const pieces: Buffer[] = [];
    for (let at = 0; at < content.length; at += segmentBytes) {
      const start = sized(hash(data.hashName, data.salt, number(at / segmentBytes)), blockBytes);
      pieces.push(decipher(data.cipher, key, start, content.subarray(at, at + segmentBytes)));
    }
    return cut(Buffer.concat(pieces), locked);
  };
}

/** Null where something else than AES in chained blocks is used, which no office program does by itself. */
function agileValues(given: Readonly<Record<string, string | undefined>>): AgileValues | null {
  const keyBits = Number(given.keyBits);
  const hashName = (given.hashAlgorithm ?? '').toLowerCase().replace('-', '');
  const isKnown =
    given.cipherAlgorithm === 'AES' &&
    given.cipherChaining === 'ChainingModeCBC' &&
    Number(given.blockSize) === blockBytes &&
    [128, 192, 256].includes(keyBits) &&
    /^(?:md5|sha1|sha256|sha384|sha512)$/.test(hashName);
  const salt = Buffer.from(given.saltValue ?? '', 'base64');
  return isKnown ? { hashName, cipher: `aes-${keyBits}-cbc`, keyBytes: keyBits / 8, salt } : null;
}

function turnHash(name: string, salt: Buffer, password: string, turns: number): Buffer {
  const first = hash(name, salt, Buffer.from(password, 'utf16le'));
  // The number of the turn stands before the last value: one block that is filled again each time.
  const block = Buffer.concat([number(0), first]);
  for (let turn = 0; turn < turns; turn += 1) {
    block.writeUInt32LE(turn);
    hashAtOnce(name, block, 'buffer').copy(block, 4);
  }
  return block.subarray(4);
}

function hash(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const hashing = createHash(name);
  for (const part of parts) hashing.update(part);
  return hashing.digest();
}

/** Only whole blocks: a file that is cut short gives what is there. */
function decipher(name: string, key: Buffer, start: Buffer | null, data: Buffer): Buffer {
  const opening = createDecipheriv(name, key, start).setAutoPadding(false);
  const whole = data.subarray(0, data.length - (data.length % blockBytes));
  return Buffer.concat([opening.update(whole), opening.final()]);
}

/** Cut, or filled up as the specification has it. */
function sized(value: Buffer, bytes: number): Buffer {
  return Buffer.concat([value, Buffer.alloc(Math.max(0, bytes - value.length), 0x36)]).subarray(0, bytes);
}

/** The package's size stands before it; the last block is filled up behind it. */
function cut(content: Buffer, locked: Buffer): Uint8Array {
  return content.subarray(0, Number(locked.readBigUInt64LE(0)));
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
