// Encrypts the streams of made-up PDFs, in the oldest way of the format and in its newest cipher. Weak, and just right for a test.
import { createCipheriv, createHash } from 'node:crypto';

/** `rc4`: 40 bits, revision 2. `aes`: 256 bits, revision 5. */
export type PdfCipher = 'rc4' | 'aes';

export interface Encryption {
  readonly cipher: PdfCipher;
  readonly key: Buffer;
  readonly id: string;
  readonly dictionary: string;
}

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const permissions = -4;

/** What a reader needs to check the password, and the key of the streams. */
export function encryption(password: string, cipher: PdfCipher): Encryption {
  return cipher === 'rc4' ? withRc4(password) : withAes(password);
}

/** One stream of the file as it stands in it. */
export function encryptedStream({ cipher, key }: Encryption, objectNumber: number, plain: Buffer): Buffer {
  if (cipher === 'aes') {
    const start = md5(Buffer.from(String(objectNumber)));
    const aes = createCipheriv('aes-256-cbc', key, start);
    return Buffer.concat([start, aes.update(plain), aes.final()]);
  }
  const suffix = Buffer.from([objectNumber & 0xff, (objectNumber >> 8) & 0xff, (objectNumber >> 16) & 0xff, 0, 0]);
  return rc4(md5(Buffer.concat([key, suffix])).subarray(0, 10), plain);
}

function withRc4(password: string): Encryption {
  const user = padded(password);
  const owner = rc4(md5(padded('owner')).subarray(0, 5), user);
  const id = md5(Buffer.from('acervo')).toString('hex');
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions);
  const key = md5(Buffer.concat([user, owner, bits, Buffer.from(id, 'hex')])).subarray(0, 5);
  const check = rc4(key, padding).toString('hex');
  const dictionary = `<< /Filter /Standard /V 1 /R 2 /Length 40 /P ${permissions} /O <${owner.toString('hex')}> /U <${check}> >>`;
  return { cipher: 'rc4', key, id, dictionary };
}

function withAes(password: string): Encryption {
  const words = Buffer.from(password, 'latin1');
  const key = sha256(Buffer.from('the key of the file'));
  const [checkSalt, keySalt] = [Buffer.from('saltsalt'), Buffer.from('pepper..')];
  const user = Buffer.concat([sha256(Buffer.concat([words, checkSalt])), checkSalt, keySalt]);
  const wrap = createCipheriv('aes-256-cbc', sha256(Buffer.concat([words, keySalt])), Buffer.alloc(16));
  const wrapped = wrap.setAutoPadding(false).update(key).toString('hex');
  const none = (length: number): string => '00'.repeat(length);
  const claims = Buffer.alloc(16, 0xff);
  claims.writeInt32LE(permissions);
  claims.write('Tadb', 8, 'latin1');
  const seal = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(claims).toString('hex');
  const dictionary =
    `<< /Filter /Standard /V 5 /R 5 /Length 256 /P ${permissions} /O <${none(48)}> /OE <${none(32)}> ` +
    `/U <${user.toString('hex')}> /UE <${wrapped}> /Perms <${seal}> /StmF /StdCF /StrF /StdCF ` +
    '/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> >>';
  return { cipher: 'aes', key, id: md5(Buffer.from('acervo')).toString('hex'), dictionary };
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, input: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index] ?? 0;
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    input.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at((at(i) + at(j)) & 255);
    }),
  );
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
