// Tape archives for tests, as tar writes them.

export interface TarEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** `0` a file, where absent; `5` a folder, `2` a link, `L` the long name of the next entry, `x` its extended head. */
  readonly kind?: string;
  /** The twelve bytes that tell the size, in place of the true one. */
  readonly sizeField?: Uint8Array | string;
}

export function makeTar(entries: readonly TarEntry[]): Uint8Array {
  const blocks = entries.map(({ name, content, kind = '0', sizeField }) => {
    const bytes = Buffer.from(content);
    const head = Buffer.alloc(512);
    head.write(name, 0, 100, 'utf8');
    head.write('0000644\0', 100);
    head.set(Buffer.from(sizeField ?? `${bytes.length.toString(8).padStart(11, '0')}\0`), 124);
    head.write(`        ${kind}`, 148);
    head.write('ustar\u000000', 257, 'latin1');
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}
